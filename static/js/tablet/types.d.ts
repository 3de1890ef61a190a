// What the screens are given. For the type check only: nothing loads it.

import type { CardRules } from "../rules/card-rules.js";
import type { TileRules } from "../rules/tile-rules.js";
import type { Feedback } from "./feedback.js";
import type { Line } from "./line.js";
import type { Play } from "./play.js";
import type { Screen } from "./screen.js";
import type { Session } from "./session.js";
import type { State } from "./state.js";

export type { State };

/** The parts of this tablet, each with one task; an act takes those that it needs. */
export interface App {
  state: State;
  screen: Screen;
  play: Play;
  line: Line;
  session: Session;
  feel: Feedback;
}

/** The rules of either game; what only one of them knows is asked on its screens only. */
export type EitherRules = TileRules & CardRules;

/** What taps do, by the name that stands on the element; `data` is what else stands there. */
export type Acts = Record<string, (app: App, data: Record<string, string>) => unknown>;
