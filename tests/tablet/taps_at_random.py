"""Tap rounds as a person does: by chance, whatever is live on the screen."""

from random import Random

from tests.factories import make_floor
from tests.tablet.fit import as_viewport

SIZES = [(1280, 800), (1024, 768), (1366, 1024), (800, 1280), (853, 533)]
LANGUAGES = ["en", "zh-hant", "zh-hans"]
TABLES = [
    ("maryland", {"pair_fortunes": "A", "player_bank": True, "co_bank": True}),
    ("leaflet", {"match_play": True}),
    ("mbs", {}),
    ("new-zealand", {"adjust": True, "players_a_box": 3, "shared_bank": True}),
    ("three-card-split", {"four_card": "1a"}),
    ("maryland", {"player_bank": False, "delivery_styles": ["house-way-right", "jung-quat"]}),
]
MOST_TAPS = 400
# What is wrong on any screen of any size: out of sight, under something else, not a sentence.
FAULTS = r"""() => {
  const found = [];
  const page = document.documentElement;
  const said = (part) => (part.getAttribute("aria-label") || part.textContent).trim().slice(0, 50);
  if (page.scrollWidth > innerWidth + 1) found.push("it scrolls sideways");
  for (const part of document.querySelectorAll(".deal button, .deal input")) {
    if (!part.checkVisibility()) continue;
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const scrolls = part.closest(".result-rows, .work-body, .movements, .reasons");
    if (scrolls && scrolls.scrollHeight > scrolls.clientHeight + 1)
      part.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = part.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      found.push(`out of reach: ${part.dataset.do} ${said(part)}`);
      continue;
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit && !part.contains(hit) && !hit.closest("label")?.contains(part) && !part.disabled)
      found.push(`covered: ${part.dataset.do} ${said(part)} by ${hit.className}`);
  }
  const text = document.querySelector(".deal").innerText;
  for (const raw of text.match(/\b(?:[a-z]+_[a-z_]+|NaN|undefined|null|\[object)\b/g) ?? [])
    found.push(`not a sentence: ${raw}`);
  if (page.dataset.unsaid) found.push(`no sentence for ${page.dataset.unsaid}`);
  return [...new Set(found)].slice(0, 6);
}"""
SETTLED = """() => [...document.querySelectorAll(".seat-card")].map((card) =>
  `${card.dataset.seat} ${card.querySelector(".seat-outcome")?.innerText ?? ""}`).join("\\n")"""


class Thumb:
    """One dealer's thumb at one table: taps rounds, and notes what no screen may show."""

    def __init__(self, dealer, chance: Random) -> None:
        self.dealer, self.page, self.chance = dealer, dealer.page, chance
        self.faults: list[str] = []
        self.seen = ""

    def play(self, size: tuple[int, int]) -> None:
        """Tap one round from its opening until it is settled."""
        self.page.set_viewport_size(as_viewport(size))
        begun = False
        for _ in range(MOST_TAPS):
            step = self.look(size)
            if begun and step == "result" and self.find("next-round").count():
                return
            begun = begun or step not in ("result", "idle")
            self.act(step)
        self.faults.append(f"{size} {step}: no way on")

    def look(self, size: tuple[int, int]) -> str:
        self.page.wait_for_selector("html:not([data-guarded])")
        step = self.page.evaluate("document.documentElement.dataset.step")
        mark = f"{step} {self.page.locator('.work-head h1').inner_text()}"
        if mark != self.seen:  # every screen once as it comes up
            self.seen = mark
            found = self.page.evaluate(FAULTS)
            # What is found in the middle of a redrawing is gone at the next look.
            found = [each for each in found if each in self.page.evaluate(FAULTS)]
            language = self.dealer.language
            self.faults += [f"{size} {language} {step}: {each}" for each in found]
        return step

    def find(self, act: str, more: str = ""):
        return self.page.locator(f'[data-do="{act}"]{more}:enabled')

    def tap(self, *acts: str) -> bool:
        """Tap one of what does the first of these acts that can be done."""
        for act in acts:
            found = self.find(act)
            if count := found.count():
                self.dealer.tap_on(found.nth(self.chance.randrange(count)))
                return True
        return False

    def act(self, step: str) -> None:
        known = getattr(self, f"at_{step}", None)
        if known is None:
            self.tap("close-panel")
        else:
            known()

    def at_idle(self) -> None:
        self.tap("open-round")

    def at_betting(self) -> None:
        if self.chance.random() < 0.5:
            seat = self.find("seat")
            self.dealer.tap_on(seat.nth(self.chance.randrange(seat.count())))
            return
        if self.chance.random() < 0.2 and self.tap("wager-kind"):
            return
        if self.chance.random() < 0.6 and self.tap("take-part", "chip"):
            return
        if not self.tap("no-more-bets", "bank-nobody"):
            self.tap("take-part", "chip", "wager-seat", "seat", "clear-wager")

    def at_bank(self) -> None:
        self.tap("bank-pass", "bank-all-pass", "bank-cancel", "undo")

    def at_dice(self) -> None:
        if not self.tap("delivered"):
            self.tap("die")

    def at_deal(self) -> None:
        self.tap("cards-dealt")

    def at_hands(self) -> None:
        way = self.page.locator('.setting[data-way="true"]:enabled')
        if way.count():
            self.dealer.tap_on(way.first)
        elif not self.tap("card", "tile", "rank", "take-setting"):
            self.tap("undo")

    def at_community(self) -> None:
        self.tap("card", "rank")

    def at_result(self) -> None:
        if not self.find("settle").count():
            self.tap("next-round", "new-wagers")
            return
        before = self.page.evaluate(SETTLED)
        self.tap("settle")
        self.find("next-round").first.wait_for()
        self.dealer.sent()
        after = self.page.evaluate(SETTLED)
        if before != after:
            self.faults.append(f"settled otherwise than shown: {before!r} {after!r}")


def tap_rounds(sit, rounds: int, seed: int) -> list[str]:
    """Tap so many rounds over all tables, sizes and languages; what was wrong on any screen."""
    chance = Random(seed)
    tables = TABLES[:rounds]
    floors = [make_floor(profile, options=options) for profile, options in tables]
    thumbs = [Thumb(sit(floor), chance) for floor in floors]
    for number in range(rounds):
        thumb = thumbs[number % len(thumbs)]
        thumb.dealer.language = LANGUAGES[number // len(thumbs) % len(LANGUAGES)]
        language = {"name": "language", "value": thumb.dealer.language}
        thumb.page.context.add_cookies([language | {"url": thumb.page.url}])
        thumb.dealer.reload()
        thumb.play(SIZES[number % len(SIZES)])
    return [f"{profile} {each}" for (profile, _), thumb in zip(tables, thumbs, strict=True)
            for each in dict.fromkeys(thumb.faults)]  # fmt: skip
