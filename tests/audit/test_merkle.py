import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.log.merkle import (
    EMPTY_ROOT,
    BadProof,
    Frontier,
    check_consistency,
    check_inclusion,
    leaf_hash,
    node_hash,
    tree_root,
)
from audit.log.tiles import (
    consistency_proof,
    inclusion_proof,
    root_at,
    tile_path,
    tile_width,
    tiles_above,
)
from tests.audit.trees import Tree

# The entries and roots that the Certificate Transparency implementations publish.
ENTRIES = [
    bytes.fromhex(text)
    for text in [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
# Proofs of the same tree, from the same place: (leaf, size) and (old size, size).
INCLUSION = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}


def reference_root(hashes):
    """RFC 6962 section 2.1, word for word."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return node_hash(reference_root(hashes[:split]), reference_root(hashes[split:]))


@pytest.fixture(scope="module")
def published():
    return Tree(ENTRIES)


@pytest.fixture(scope="module")
def large():
    """The tree of 70,000 entries that C2SP tlog-tiles describes, grown in uneven steps."""
    chance, tree, at = random.Random(7), Tree(), 0
    while at < 70_000:
        step = min(70_000 - at, chance.choice([1, 3, 255, 256, 257, 2000, 9000]))
        tree.extend(str(number).encode() for number in range(at, at + step))
        at += step
    return tree


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(published, size):
    assert tree_root(published.leaves[:size]).hex() == ROOTS[size]
    assert root_at(size, published.read).hex() == ROOTS[size]


@pytest.mark.parametrize(("place", "path"), INCLUSION.items())
def test_the_published_inclusion_proofs(published, place, path):
    index, size = place
    proof = inclusion_proof(index, size, published.read)
    assert [each.hex() for each in proof] == path
    check_inclusion(published.leaves[index], index, size, proof, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("sizes", "path"), CONSISTENCY.items())
def test_the_published_consistency_proofs(published, sizes, path):
    old_size, size = sizes
    proof = consistency_proof(old_size, size, published.read)
    assert [each.hex() for each in proof] == path
    check_consistency(
        old_size, size, proof, bytes.fromhex(ROOTS[old_size]), bytes.fromhex(ROOTS[size])
    )


def test_every_small_tree_has_its_root_and_all_its_proofs():
    tree = Tree(str(number).encode() for number in range(40))
    roots = [reference_root(tree.leaves[:size]) for size in range(41)]
    for size in range(1, 41):
        assert tree_root(tree.leaves[:size]) == roots[size]
        for index in range(size):
            proof = inclusion_proof(index, size, tree.read)
            check_inclusion(tree.leaves[index], index, size, proof, roots[size])
        for old_size in range(size + 1):
            proof = consistency_proof(old_size, size, tree.read)
            check_consistency(old_size, size, proof, roots[old_size], roots[size])


def test_a_large_tree_is_kept_in_tiles(large):
    assert [len(level) for level in large.levels] == [70_000, 273, 1]
    root = tree_root(large.leaves)
    assert root_at(70_000, large.read) == root
    for index in (0, 1, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999):
        proof = inclusion_proof(index, 70_000, large.read)
        check_inclusion(large.leaves[index], index, 70_000, proof, root)
    for old_size in (1, 255, 256, 257, 65_535, 65_536, 65_537, 69_999):
        proof = consistency_proof(old_size, 70_000, large.read)
        check_consistency(old_size, 70_000, proof, tree_root(large.leaves[:old_size]), root)


def test_tiles_are_named_and_sized_as_c2sp_says():
    assert tile_path(0, 1_234_067) == "tile/0/x001/x234/067"
    assert tile_path(1, 1, 17) == "tile/1/001.p/17"
    edge = [
        (level, index, tile_width(level, index, 70_000))
        for level, index in tiles_above(69_999, 70_000)
    ]
    assert edge == [(0, 273, 112), (1, 1, 17), (2, 0, 1)]
    assert tile_width(0, 0, 256) == 256
    assert tile_width(1, 0, 256) == 1


@given(st.lists(st.integers(0, 600), max_size=8))
def test_a_frontier_grows_by_any_steps_and_survives_storage(steps):
    frontier, leaves = Frontier(), []
    for step in steps:
        added = [leaf_hash(str(len(leaves) + at).encode()) for at in range(step)]
        frontier = Frontier.from_bytes(frontier.size, frontier.to_bytes())
        frontier.extend(added)
        leaves += added
    assert frontier.size == len(leaves)
    assert frontier.root() == reference_root(leaves)


def test_a_frontier_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="frontier"):
        Frontier.from_bytes(3, bytes(32))


def flipped(value):
    return bytes([value[0] ^ 1]) + value[1:]


def changed_paths(path):
    """Every proof that differs from this one in one place, or in length."""
    for at in range(len(path)):
        yield [*path[:at], flipped(path[at]), *path[at + 1 :]]
        yield path[:at] + path[at + 1 :]
        yield [*path[:at], path[at][:-1], *path[at + 1 :]]
    for at in range(len(path) - 1):
        yield [*path[:at], path[at + 1], path[at], *path[at + 2 :]]
    yield [*path, EMPTY_ROOT]
    yield [EMPTY_ROOT, *path]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8])
def test_an_inclusion_proof_with_any_field_changed_is_rejected(published, size):
    root = bytes.fromhex(ROOTS[size])
    for index in range(size):
        leaf, path = published.leaves[index], inclusion_proof(index, size, published.read)
        cases = [(leaf, index, size, wrong, root) for wrong in changed_paths(path)]
        cases += [(flipped(leaf), index, size, path, root), (leaf, index, size, path, EMPTY_ROOT)]
        cases += [(leaf, at, size, path, root) for at in range(-1, size + 2) if at != index]
        cases += [(leaf, index, size, path, bytes.fromhex(wrong)) for wrong in ROOTS[:size]]
        for case in cases:
            with pytest.raises(BadProof):
                check_inclusion(*case)


@pytest.mark.parametrize("size", [2, 3, 5, 7, 8])
def test_a_consistency_proof_with_any_field_changed_is_rejected(published, size):
    root = bytes.fromhex(ROOTS[size])
    for old_size in range(1, size):
        old_root = bytes.fromhex(ROOTS[old_size])
        path = consistency_proof(old_size, size, published.read)
        cases = [(old_size, size, wrong, old_root, root) for wrong in changed_paths(path)]
        cases += [
            (old_size, size, path, flipped(old_root), root),
            (old_size, size, path, old_root, flipped(root)),
            (old_size, size, path, root, old_root),
            (size, old_size, path, old_root, root),
            (old_size, old_size, path, old_root, root),
            (0, size, path, old_root, root),
            (-1, size, path, old_root, root),
        ]
        for case in cases:
            with pytest.raises(BadProof):
                check_consistency(*case)


def test_the_sizes_must_be_those_that_the_proof_is_for(published):
    """Another size may accept the same path only when it has the same shape and root."""
    path = inclusion_proof(3, 8, published.read)
    root = bytes.fromhex(ROOTS[8])
    for size in (1, 2, 3, 4, 9, 16):
        with pytest.raises(BadProof):
            check_inclusion(published.leaves[3], 3, size, path, root)


def test_one_size_has_one_root_and_the_empty_tree_starts_every_tree(published):
    root = bytes.fromhex(ROOTS[8])
    check_consistency(8, 8, [], root, root)
    check_consistency(0, 8, [], EMPTY_ROOT, root)
    for case in [
        (8, 8, [], flipped(root), root),
        (0, 8, [], flipped(EMPTY_ROOT), root),
        (0, 8, [root], EMPTY_ROOT, root),
        (4, 8, [], bytes.fromhex(ROOTS[4]), root),
    ]:
        with pytest.raises(BadProof):
            check_consistency(*case)


def test_a_proof_is_not_made_for_what_is_not_there(published):
    for index, size in [(8, 8), (-1, 8), (0, 0)]:
        with pytest.raises(ValueError, match="no such leaf"):
            inclusion_proof(index, size, published.read)
    with pytest.raises(ValueError, match="not within"):
        consistency_proof(9, 8, published.read)
    with pytest.raises(LookupError):
        inclusion_proof(0, 9, published.read)
