"""The club's competition: declared in its rows, played at tables, counted from their records.

`commands` are what may be asked, `state` is what rows add up to, `declaring` is the club's part,
`played` reads the tables' games, and `running` draws rounds and seats people at tables.
"""
