"""Tap rounds as a person does: by chance, whatever is live on the screen."""

import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.factories import make_floor
from tests.tablet.driver import WORDS
from tests.tablet.fit import resized

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
MOST_TAPS, PLAYFUL_TAPS = 600, 60
TEXTS = [100, 100, 150]
# What is tapped while players wager, and how often.
BETS = {
    ("seat", "wager-seat"): 40,
    ("take-part", "chip"): 25,
    ("wager-kind", "chip"): 10,
    ("more-players", "player", "seat"): 8,
    ("leave-player", "leave-seat", "seat"): 4,
    ("no-more-bets", "bank-nobody", "clear-wager"): 13,
}
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
  const mayBeCut = ".work-undo, .work-undo *, .top-dealer, .top-dealer *, .seat-player,"
    + ".visually-hidden";
  if (page.scrollWidth > innerWidth + 1) found.push("it scrolls sideways");
  if (page.scrollHeight > innerHeight + 1) found.push("it scrolls");
  const scrolls = (part) => part.scrollHeight > part.clientHeight + 1
    && ["auto", "scroll"].includes(getComputedStyle(part).overflowY);
  const show = (part) => {
    for (let list = part.parentElement; list; list = list.parentElement)
      if (scrolls(list)) part.scrollIntoView({ block: "center" });
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
  const { words } = JSON.parse(document.getElementById("tablet-config").textContent);
  const alarm = document.querySelector("[data-alarm]")?.innerText;
  if (alarm === words.preview_differs) found.push(alarm);
  if (document.querySelector('.top-connection[data-refused="true"]'))
    found.push(`the server refused: ${document.querySelector(".work-body")?.innerText}`);
  return [...new Set(found)].slice(0, 6);
}"""
SETTLED = r"""() => [...document.querySelectorAll(".seat-card, .result-moves")].map((part) =>
  part.matches(".seat-card")
    ? `${part.dataset.seat} ${part.querySelector(".seat-outcome")?.innerText ?? ""}`
    : part.innerText).join("\n")"""
SPEAKS = """(language) => document.documentElement.dataset.ready === "true"
  && JSON.parse(document.getElementById("tablet-config").textContent).locale === language"""
# The step, its title, and how many live controls there are of each act, once taps count again.
LOOK = r"""() => new Promise((done) => {
  const page = document.documentElement;
  const isLive = (part) => part.checkVisibility() && !part.closest("[inert]")
    && part.getBoundingClientRect().width > 0;
  const way = '.setting[data-way="true"]';
  window.liveOf = (act) => [...document.querySelectorAll(
    `${act === "setting-way" ? way : `[data-do="${act}"]`}:enabled`)].filter(isLive);
  const look = () => {
    if (page.hasAttribute("data-guarded")) return false;
    const live = {};
    for (const part of document.querySelectorAll("[data-do]:enabled"))
      if (isLive(part)) live[part.dataset.do] = (live[part.dataset.do] ?? 0) + 1;
    if (liveOf("setting-way").length) live["setting-way"] = liveOf("setting-way").length;
    const why = document.querySelector('[data-do="no-more-bets"] small')?.innerText ?? "";
    const here = Boolean(document.querySelector(".wager-limit")?.innerText);
    const wrong = { here, seat: why.match(/\d+/)?.[0] };
    const title = document.querySelector(".work-head h1")?.innerText ?? "";
    done([page.dataset.step, title, live, wrong]);
    return true;
  };
  if (look()) return;
  const watch = new MutationObserver(() => look() && watch.disconnect());
  watch.observe(page, { attributes: true });
})"""
# Where a thumb touches it, brought into view if it lies in a list; else what lies over it.
AIM = r"""([act, index]) => {
  const part = window.liveOf(act)[index];
  if (!part) return [null, null]; // it went away meanwhile
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const hit = document.elementFromPoint(x, y);
  if (hit && (part.contains(hit) || hit.contains(part))) return [[x, y], null];
  part.click();
  return [null, hit ? `${hit.tagName} ${hit.className}` : "the edge"];
}"""


log = logging.getLogger(__name__)


class Thumb:
    """One dealer's thumb at one table: taps rounds, and notes what no screen may show."""

    def __init__(self, dealer, chance: Random, pictures: Path) -> None:
        self.dealer, self.page, self.chance = dealer, dealer.page, chance
        self.pictures = pictures
        self.faults: list[str] = []
        self.seen: set[str] = set()
        self.english = self.dealer.page.evaluate(WORDS)

    def play(self, size: tuple[int, int], text: int) -> None:
        """Tap one round from its opening until it is settled."""
        resized(self.page, size, text)
        self.text = text
        self.seen.clear()
        begun = False
        for self.taps in range(MOST_TAPS):
            step = self.look(size)
            if begun and step == "result" and "next-round" in self.live:
                return
            begun = begun or step not in ("result", "idle")
            self.act(step)
        self.note(f"{self.mark}: no way on")

    def note(self, *found: str) -> None:
        """Keep what is wrong, say it at once, and keep a picture of it."""
        if not found:
            return
        self.faults += found
        picture = self.pictures / f"{len(list(self.pictures.iterdir())):03}.png"
        self.page.screenshot(path=picture)
        log.warning("%s: %s", picture.name, "; ".join(found))

    def speak(self, language: str) -> None:
        """Choose the language in the menu, as a dealer does."""
        self.dealer.language = language
        if self.page.evaluate(SPEAKS, language):
            return
        self.dealer.tap("menu")
        self.dealer.tap("language", code=language)
        self.page.wait_for_function(SPEAKS, arg=language)
        own = self.page.evaluate(WORDS)
        said = set(own.values())
        # English sentences that this page says otherwise; a letter may be a player's marker.
        self.foreign = [
            text
            for code, text in self.english.items()
            if len(text) > 1 and own.get(code) != text not in said
        ]

    foreign: Sequence[str] = ()

    def look(self, size: tuple[int, int]) -> str:
        """What the dealer sees now, and what can be tapped there."""
        step, title, self.live, self.wrong = self.page.evaluate(LOOK)
        mark = f"{step} {title}"
        if mark not in self.seen:  # every screen of a round once as it comes up
            self.seen.add(mark)
            found = self.page.evaluate(FAULTS, self.foreign)
            if found:  # what is found in the middle of a redrawing is gone at the next look
                again = self.page.evaluate(FAULTS, self.foreign)
                found = [each for each in found if each in again]
            self.mark = f"{size} {self.text} % {self.dealer.language} {mark}"
            self.note(*(f"{self.mark}: {each}" for each in found))
        return step

    def tap(self, *acts: str) -> bool:
        """Tap one of what does the first of these acts that can be done."""
        for act in acts:
            if count := self.live.get(act):
                self.hit(act, self.chance.randrange(count))
                return True
        return False

    def hit(self, act: str, index: int) -> None:
        """Touch the glass where it is; what a thumb cannot reach is a fault, and done anyway."""
        point, over = self.page.evaluate(AIM, [act, index])
        if point:
            self.page.touchscreen.tap(*point)
        elif over:
            self.note(f"{self.mark}: cannot be tapped: {act}, under {over}")

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
        if self.taps > PLAYFUL_TAPS:
            self.come_to_an_end()
        else:
            self.tap(*self.chance.choices(list(BETS), list(BETS.values()))[0])

    def come_to_an_end(self) -> None:
        """Mend what may not stand, seat by seat, until no more bets can be called."""
        if self.wrong["here"] and self.chance.random() < 0.8:
            self.tap("take-part", "clear-wager")
        elif self.chance.random() < 0.2:
            self.tap("wager-kind", "player", "controls-tiles")
        elif not self.tap("no-more-bets", "bank-nobody") and not self.tap_wrong_seat():
            self.tap("controls-tiles", "wager-seat", "seat", "chip")

    def tap_wrong_seat(self) -> bool:
        """Go to the seat that the main button names, where it is not the one on the screen."""
        seat = self.wrong.get("seat")
        for act in ("seat", "wager-seat"):
            found = self.dealer.find(act, seat=seat).locator("visible=true")
            if seat and found.count() and found.first.get_attribute("aria-pressed") != "true":
                found.first.tap()
                return True
        return False

    def at_bank(self) -> None:
        self.tap("bank-pass", "bank-all-pass", "bank-cancel", "undo")

    def at_dice(self) -> None:
        if not self.tap("delivered", "die"):
            self.tap("choose-delivery")

    def at_delivery(self) -> None:
        self.tap("cut-option", "cut", "style", "close-panel")

    def at_deal(self) -> None:
        self.tap("cards-dealt")

    def at_hands(self) -> None:
        if not self.tap("setting-way", "card", "tile", "rank", "take-setting"):
            self.tap("undo")

    def at_community(self) -> None:
        self.tap("card", "rank")

    def at_result(self) -> None:
        if "settle" not in self.live:
            self.tap("next-round", "new-wagers")
            return
        before = self.page.evaluate(SETTLED)
        self.tap("settle")
        self.dealer.find("next-round").first.wait_for()
        self.dealer.sent()
        after = self.page.evaluate(SETTLED)
        if before != after:
            self.note(f"settled otherwise than shown: {before!r} {after!r}")


def tap_rounds(sit, rounds: int, seed: int, pictures: Path) -> list[str]:
    """Tap so many rounds over all tables, sizes and languages; what was wrong on any screen."""
    chance = Random(seed)
    tables = TABLES[:rounds]
    floors = [make_floor(profile, options=options) for profile, options in tables]
    thumbs = [Thumb(sit(floor), chance, pictures) for floor in floors]
    for number in range(rounds):
        thumb = thumbs[number % len(thumbs)]
        thumb.speak(LANGUAGES[number // len(thumbs) % len(LANGUAGES)])
        thumb.play(SIZES[number % len(SIZES)], chance.choice(TEXTS))
        log.warning("%s of %s rounds", number + 1, rounds)
    return [f"{profile} {each}" for (profile, _), thumb in zip(tables, thumbs, strict=True)
            for each in dict.fromkeys(thumb.faults)]  # fmt: skip
