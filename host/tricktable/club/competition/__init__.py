"""The club's competition: declared in its rows, played at tables, counted from their records.

`commands` are what may be asked, `state` is what rows add up to, `declarations` is the club's part,
`played_games` reads the tables' games, and `rounds` draws rounds and seats people at tables. What
these rest on is pure, and knows no club: `contest` folds what was declared (who entered, who sat
where), `movements` propose the next round, `conditions` say what is counted, and `results` counts
what the tables' records say, always from the start and never from a stored sum.
"""
