"""The club: what all tables of a club share, from announcements to a competition.

Its rows lie in the same journal as the tables', under the name `club` (`CLUB`), which no table's
code is, and are fenced by their numbers as a table's are. `club.Club` is the only one who writes.

What the club knows is made of parts. Each part is one module of pure functions with one frozen
value; none knows another's rows. To add one:

1. Write a module beside `calls`: a frozen value with its state, which without arguments is the
   state before the first row; one msgspec struct for each request, as in `table/commands.py`;
   `fold(state, kind, body, at)`, which returns the state after a row, and `decide(now, request)`,
   which returns the rows that a request becomes, or `ClubRefusal` with a sentence.
   `now.of(PART)` is the part's own state and `now.of(other.PART)` another's; `now.at` is the time,
   and `now.seq` the number that its first row gets, good as an id. Rows may be of other parts'
   kinds, too: a round of a competition may set the clock.
2. At its end, say so: `PART = Part("calls", Calls(), KINDS, fold, REQUESTS, decide)`. Kinds of rows
   are unique in the club. If the part changes as time goes by (an announcement ends), give it a
   `stage`: the club is shown anew whenever that value changes.
3. Add it to `PARTS` in `registry.py`, and its requests to what the organiser's forms and the API
   take.

Ask `club.ask(request)`, read `club.view().of(PART)`. A row whose kind no part has is left alone.
"""
