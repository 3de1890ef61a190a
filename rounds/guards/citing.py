"""Which paragraph a refusal names: that of the rules under which its table plays."""

from rounds.games.game import Game


def own_paragraph(game: Game, paragraphs: str) -> str:
    """Pick the paragraphs of the game's own rules out of a list of all rules that say so."""
    cite = f"{game.profile.cite} "
    return "; ".join(each for each in paragraphs.split("; ") if each.startswith(cite))
