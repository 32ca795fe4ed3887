"""What depth of search buys: games at depths 1 to 8 on a 15x10 board."""
