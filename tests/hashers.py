from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """Real Argon2 hashes that cost next to nothing; any Argon2 hasher verifies them."""

    time_cost = 1
    memory_cost = 64
    parallelism = 1
