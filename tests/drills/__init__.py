"""Drills: break a working floor on purpose and see that nothing is lost (`make drills`)."""
