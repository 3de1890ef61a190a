"""Plots drawn on the server: numbers only, so that any language reads them.

Colours are those of the tokens, in both themes. On the page text becomes paths, because a picture
in an `<img>` has no fonts of the page; on paper it stays text, in the letters of the paper.
"""

import io
from typing import Any

from foundation.currencies import currency_sign
from reports.parts import MONEY, Plot

COLOURS = {
    "dark": {
        "text": "#b7c3b8", "line": "#84978b", "grid": "#2b3d35", "bar": "#2f8f68",
        "loss": "#c9685b", "mark": "#e0b869",
    },
    "light": {
        "text": "#38433d", "line": "#6f6857", "grid": "#d3c9b4", "bar": "#2c7a58",
        "loss": "#b04a3e", "mark": "#573f06",
    },
}  # fmt: skip
THEMES = tuple(COLOURS)
WIDTH, HEIGHT = 9.6, 3.4
MOST_LABELS = 26
FEWEST_PLACES = 8


def plot_picture(plot: Plot, theme: str, currency: str, *, has_letters: bool = False) -> bytes:
    """Draw a plot as SVG; for paper its numbers stay text (`has_letters`)."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    colours = COLOURS[theme]
    letters = "none" if has_letters else "path"
    with mpl.rc_context(
        {"svg.fonttype": letters, "svg.hashsalt": "plot", "font.family": "DejaVu Sans"}
    ):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        draw_plot(axes, plot, colours)
        number_axis(axes, plot, currency)
        out = io.BytesIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def draw_plot(axes: Any, plot: Plot, colours: dict[str, str]) -> None:
    places = range(len(plot.labels))
    tones = [colours["loss"] if value < 0 else colours["bar"] for value in plot.seen]
    axes.bar(places, plot.seen, width=0.72, color=tones, zorder=2)
    if plot.expected:
        axes.scatter(
            places, plot.expected, marker="_", s=mark_size(len(plot.labels)),
            linewidths=2.4, color=colours["mark"], zorder=4,
        )  # fmt: skip
    if plot.low:
        axes.vlines(places, plot.low, plot.high, color=colours["mark"], linewidth=1.6, zorder=3)
    style(axes, plot, colours)


def mark_size(bars: int) -> float:
    return (480.0 / max(bars, FEWEST_PLACES)) ** 2


def style(axes: Any, plot: Plot, colours: dict[str, str]) -> None:
    shown = max(1, -(-len(plot.labels) // MOST_LABELS))
    axes.set_xticks(range(0, len(plot.labels), shown), plot.labels[::shown])
    spare = max(0, FEWEST_PLACES - len(plot.labels)) / 2
    axes.set_xlim(-0.6 - spare, len(plot.labels) - 0.4 + spare)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=colours["grid"], linewidth=1)
    axes.tick_params(colors=colours["text"], labelsize=12, length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(colours["line"])
    if min(plot.seen, default=0) < 0:
        axes.axhline(0, color=colours["line"], linewidth=1)


def number_axis(axes: Any, plot: Plot, currency: str) -> None:
    """Whole numbers up the side, never a half; money with its sign, in whole units."""
    from matplotlib.ticker import MaxNLocator

    sign, scale = (currency_sign(currency), 100) if plot.unit == MONEY else ("", 1)

    def written(value: float, _position: int) -> str:
        return f"{'−' if value < 0 else ''}{sign}{abs(value) / scale:,.0f}"

    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True, min_n_ticks=3))
    axes.yaxis.set_major_formatter(written)
