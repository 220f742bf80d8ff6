"""The tables of one host: which are open, looked after, followed at other hosts, and told."""
