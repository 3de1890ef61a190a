"""The REST door: parse, call one command, answer with one sheet."""
