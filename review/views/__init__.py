"""Pages of the floor, the pit and surveillance."""
