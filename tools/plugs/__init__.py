"""The referee in the forms that other people's arenas start: `referee`, `relay` and `league`."""
