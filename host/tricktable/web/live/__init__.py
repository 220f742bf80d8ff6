"""What phones are sent without asking again: the feed of each table's views."""
