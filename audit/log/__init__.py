"""The log itself: bytes, hashes, proofs and signatures. No Django, no database."""
