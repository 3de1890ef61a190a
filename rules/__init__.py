"""The rules of the game, without Django."""
