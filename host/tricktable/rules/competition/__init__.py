"""A competition: who meets whom at which table, and how it stands. Pure; knows no game and no club.

`contest` folds what was declared (who entered, who sat where); `movements` propose the next round;
`results` counts what the tables' records say, always from the start and never from a stored sum.
"""
