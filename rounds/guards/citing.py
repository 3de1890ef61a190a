"""Which paragraph a refusal names: that of the rules under which its table plays."""

from rounds.games.game import Game
from rules.citations import own_paragraphs


def own_paragraph(game: Game, paragraphs: str) -> str:
    """Pick the paragraphs of the game's own rules out of a list of all rules that say so."""
    return own_paragraphs(game.profile.id, paragraphs)
