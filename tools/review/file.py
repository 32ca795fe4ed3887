"""What a review found, as a JSON file, which is also the state from which a review goes on.

The review of `game-0001.json` is written to `game-0001.review` beside it, anew after each turn that was searched, the
last turn of the game first. Its layout is that of records, a line a field and a line a turn:

    {
    "format": "tron-battle-review",
    "version": 1,
    "game": "5f3c...",
    "budget": {"nodes":20000,"ms":null},
    "turns": [
    {"turn":12,"seat":0,"played":{"move":"LEFT","value":-200,"depth":9,"proven":null,"line":["LEFT","UP"]},
     "best":{"move":"UP","value":340,"depth":10,"proven":null,"line":["UP","LEFT","UP"]},"loss":540}   (one line)
    ],
    "mistakes": [12]
    }

`game` is the SHA-256 of the record (of `records.to_json`, as hexadecimal), `budget` what each move was searched with,
nodes or milliseconds of CPU time, the other one being null. `turns` is sorted by `turn`, the index in the record's
`moves`; turns that are not there have not been reviewed (yet). Each has the `seat`, the move that was `played`, the
`best` one, which is the same where there is no better one, and the `loss`, the difference of their values.

A move has its `value` for the seat, in units of the bot's evaluation, of which a cell of territory is about 250; the
expected death of one of several rivals is DEATH more, and a decided game is DECIDED or minus that, so that values never
lie outside of these. `depth` is how far the position after the move was searched, in plies. `proven` is "won" or "lost"
where that is certain, else null. `line` is what the search expects (the principal variation): the moves of all living
seats in turn order, the move itself first, null for a seat that has no move and dies. `move` is null where the recorded
answer was none of the four directions; `line` is empty then.

`mistakes` lists the turns whose loss is at least MISTAKE, the greatest loss first.
"""
