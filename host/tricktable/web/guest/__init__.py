"""The public pages: the list of tables, one table, the big screen, and the evening's history."""
