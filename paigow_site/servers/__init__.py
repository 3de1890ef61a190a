"""The servers and processes that `make run` and the tests start; nothing of the floor itself."""
