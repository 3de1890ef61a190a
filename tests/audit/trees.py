"""A tree in memory, kept the way the database keeps it."""

from audit.log.merkle import leaf_hash
from audit.log.tiles import new_tile_hashes


class Tree:
    def __init__(self, entries=()):
        self.levels = [[]]
        self.extend(entries)

    @property
    def leaves(self):
        return self.levels[0]

    def extend(self, entries):
        added = [leaf_hash(entry) for entry in entries]
        above = new_tile_hashes(len(self.leaves), added, self.read)
        self.leaves.extend(added)
        for level, hashes in enumerate(above, 1):
            if len(self.levels) == level:
                self.levels.append([])
            self.levels[level].extend(hashes)

    def read(self, level, first, count):
        return self.levels[level][first : first + count]
