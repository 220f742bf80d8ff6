"""The link: bytes between boards and tables. Owns the ports; decides nothing about play."""
