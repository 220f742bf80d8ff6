"""What anybody may see: the tables, one table, the wall, an evening and its history."""
