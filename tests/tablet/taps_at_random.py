"""Tap rounds as a person does: by chance, whatever is live on the screen."""

from random import Random

from playwright.sync_api import TimeoutError

from tests.factories import make_floor
from tests.tablet.driver import WORDS, wait_until
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
MOST_TAPS, PATIENT_MS = 400, 5_000
TEXTS = [100, 100, 150]
# What a dealer looks at in between, and comes back from.
ASIDE = [
    "menu", "past-rounds", "irregularity", "dispute", "cash", "call-floor", "outbox", "why",
    "steps", "seat-state", "choose-delivery", "no-roll", "generator", "bank-cut", "offer-bank",
]  # fmt: skip
# What is wrong on any screen of any size: out of sight, cut, under something else, not a sentence,
# or in another language: a whole text of the page that is an English sentence and has another here.
FAULTS = r"""(english) => {
  const found = [];
  const page = document.documentElement;
  const said = (part) => (part.getAttribute("aria-label") || part.textContent).trim().slice(0, 50);
  const scrolling = ".result-rows, .work-body, .movements, .reasons, .choices-list, .past-rounds";
  const mayBeCut = ".work-undo, .work-undo *, .top-dealer, .top-dealer *, .seat-player,"
    + ".visually-hidden";
  if (page.scrollWidth > innerWidth + 1) found.push("it scrolls sideways");
  if (page.scrollHeight > innerHeight + 1) found.push("it scrolls");
  const show = (part) => {
    const scrolls = part.closest(scrolling);
    if (scrolls && scrolls.scrollHeight > scrolls.clientHeight + 1)
      part.scrollIntoView({ block: "center" });
    return part.getBoundingClientRect();
  };
  for (const part of document.querySelectorAll(".deal button, .deal input, .deal .money")) {
    if (!part.checkVisibility() || part.closest("[inert]")) continue;
    const first = part.getBoundingClientRect();
    if (!first.width || !first.height) continue;
    const { left, right, top, bottom } = show(part);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      found.push(`out of reach: ${part.dataset.do} ${said(part)}`);
      continue;
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isOver = hit && !part.contains(hit) && !hit.contains(part);
    if (isOver && !hit.closest("label")?.contains(part) && !part.closest(":disabled"))
      found.push(`covered: ${part.dataset.do} ${said(part)} by ${hit.className}`);
  }
  for (const part of document.querySelectorAll(".deal :is(button, b, p, h1, small, span)")) {
    if (part.matches(mayBeCut) || !part.checkVisibility() || !part.clientWidth) continue;
    const { display, overflowY } = getComputedStyle(part);
    if (display === "inline") continue;
    const isClipped = overflowY === "hidden" || overflowY === "clip";
    if (part.scrollWidth > part.clientWidth + 1
      || (isClipped && part.scrollHeight > part.clientHeight + 2))
      found.push(`cut: ${part.className} ${said(part)}`);
  }
  const deal = document.querySelector(".deal");
  const codes = /\b(?:[a-z]+_[a-z_]+|NaN|undefined|null|\[object)\b/g;
  for (const raw of deal.innerText.match(codes) ?? [])
    found.push(`not a sentence: ${raw}`);
  const spoken = [...deal.querySelectorAll("[aria-label]")].map((part) => part.ariaLabel);
  const foreign = new Set(english);
  for (const text of [...deal.innerText.split("\n"), ...spoken])
    if (foreign.has(text.trim())) found.push(`not translated: ${text.trim()}`);
  if (page.dataset.unsaid) found.push(`no sentence for ${page.dataset.unsaid}`);
  if (document.querySelector("[data-alarm]")) found.push("the server settled otherwise");
  return [...new Set(found)].slice(0, 6);
}"""
SETTLED = r"""() => [...document.querySelectorAll(".seat-card, .result-moves")].map((part) =>
  part.matches(".seat-card")
    ? `${part.dataset.seat} ${part.querySelector(".seat-outcome")?.innerText ?? ""}`
    : part.innerText).join("\n")"""
SPEAKS = """(language) => document.documentElement.dataset.ready === "true"
  && JSON.parse(document.getElementById("tablet-config").textContent).locale === language"""
TEXT = "(percent) => { document.documentElement.style.fontSize = `${percent}%`; }"


class Thumb:
    """One dealer's thumb at one table: taps rounds, and notes what no screen may show."""

    def __init__(self, dealer, chance: Random) -> None:
        self.dealer, self.page, self.chance = dealer, dealer.page, chance
        self.faults: list[str] = []
        self.seen: set[str] = set()
        self.english = self.dealer.page.evaluate(WORDS)

    def play(self, size: tuple[int, int], text: int) -> None:
        """Tap one round from its opening until it is settled."""
        self.page.set_viewport_size(as_viewport(size))
        self.page.evaluate(TEXT, text)
        self.text = text
        self.seen.clear()
        begun = False
        for _ in range(MOST_TAPS):
            step = self.look(size)
            if begun and step == "result" and self.find("next-round").count():
                return
            begun = begun or step not in ("result", "idle")
            self.act(step)
        self.faults.append(f"{size} {step}: no way on")

    def speak(self, language: str) -> None:
        """Choose the language in the menu, as a dealer does."""
        self.dealer.language = language
        if self.page.evaluate(SPEAKS, language):
            return
        self.dealer.tap("menu")
        self.dealer.tap("language", code=language)
        self.page.wait_for_function(SPEAKS, arg=language)

    def look(self, size: tuple[int, int]) -> str:
        self.page.wait_for_selector("html:not([data-guarded])")
        step = self.page.evaluate("document.documentElement.dataset.step")
        mark = f"{step} {self.page.locator('.work-head h1').inner_text()}"
        if mark not in self.seen:  # every screen of a round once as it comes up
            self.seen.add(mark)
            foreign = self.foreign()
            found = self.page.evaluate(FAULTS, foreign)
            # What is found in the middle of a redrawing is gone at the next look.
            found = [each for each in found if each in self.page.evaluate(FAULTS, foreign)]
            self.mark = f"{size} {self.text} % {self.dealer.language} {mark}"
            self.faults += [f"{self.mark}: {each}" for each in found]
        return step

    def foreign(self) -> list[str]:
        """English sentences that this page says otherwise."""
        own = self.page.evaluate(WORDS)
        said = set(own.values())
        return [text for code, text in self.english.items() if own.get(code) != text not in said]

    def find(self, act: str, more: str = ""):
        return self.page.locator(f'[data-do="{act}"]{more}:enabled:visible')

    def tap(self, *acts: str) -> bool:
        """Tap one of what does the first of these acts that can be done."""
        for act in acts:
            found = self.find(act)
            if count := found.count():
                self.hit(found.nth(self.chance.randrange(count)))
                return True
        return False

    def hit(self, target) -> None:
        """Tap it; what a thumb cannot reach is a fault, and done all the same."""
        wait_until(self.page, "html:not([data-guarded])")
        try:
            target.tap(timeout=PATIENT_MS)
        except TimeoutError as late:
            self.faults.append(f"{self.mark}: cannot be tapped: {str(late)[-300:]}")
            target.dispatch_event("click")

    def act(self, step: str) -> None:
        known = getattr(self, f"at_{step}", None)
        if known is None:
            self.tap("close-panel", "close-why", "undo")
        elif self.chance.random() < 0.07:
            self.tap(*self.chance.sample(ASIDE, len(ASIDE)))
        else:
            known()

    def at_idle(self) -> None:
        self.tap("open-round")

    def at_betting(self) -> None:
        if self.chance.random() < 0.5:
            self.tap("seat", "wager-seat")
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
            self.hit(way.first)
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
        thumb.speak(LANGUAGES[number // len(thumbs) % len(LANGUAGES)])
        thumb.play(SIZES[number % len(SIZES)], chance.choice(TEXTS))
    return [f"{profile} {each}" for (profile, _), thumb in zip(tables, thumbs, strict=True)
            for each in dict.fromkeys(thumb.faults)]  # fmt: skip
