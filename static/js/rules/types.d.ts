// The shapes that walk through these modules; amounts are whole cents. For the type check only: nothing loads it.

import type { CardRules } from "./card-rules.js";
import type { TileRules } from "./tile-rules.js";

export type Rules = TileRules | CardRules;
export type BankKind = "house" | "player" | "co-bank";
export type Options = Record<string, any>;

/** A hand as it lies, and where the house way set it, by which line. */
export interface Hand {
  high: string[];
  low: string[];
}

export interface HouseHand extends Hand {
  rule: string;
  reading: boolean;
}

/** The part of the table's sheet that says what is filed here. */
export interface TablePart {
  pieces: "tiles" | "cards";
  hand_size: number;
  seat_word: string;
  side_wagers: SideWager[];
  states: string[];
  options: Options;
  /** On how many betting areas one player may wager. */
  areas?: "one" | "adjacent" | "any";
  seats: number;
  minimum_cents: number;
  maximum_cents: number;
  player_maximum_cents?: number | null;
  /** Boxes that a ruling has taken out of play. */
  boxes_off?: number[];
}

export interface GameTables {
  profile: string;
  cites: Record<string, string>;
  pays_from_bank?: boolean;
  gathers_losers?: boolean;
  banks_without_maximum?: string[];
}

export interface TileTables extends GameTables {
  kinds: { tile: string; count: number; look: string }[];
  hand_names: Record<string, string>;
  hands: Record<string, [order: number, kind: string, value: number, code: string]>;
  house_way_rules: string[];
  settings: Record<string, [high: string, low: string, line: number, reading: number, bonus: number]>;
  bonus_classes: string[];
  pair_fortunes: Record<string, Record<string, number>>;
  positions: string[];
  layout: { prefix: string; house: string; spare: string | null; takes_adjustment: boolean };
  deliveries: Record<string, [number, number][][]>;
  bank: { refusals: Record<string, [reason: string, rule: string]>; starts: Record<string, number> };
  cuts: { id: string; choices: any[][]; styles: [any[], string][] }[];
  lost: string[];
  vigorish: Record<string, [divide: number, add: number, times: number]>;
  exact_chips: number | null;
  gathers_losers: boolean;
  sets_other_areas: boolean;
  any_player_looked: boolean;
  facts_asked?: Record<string, string[]>;
  lets_stand: boolean;
  caps_dealer_wager: boolean;
  hand_cites: Record<string, string>;
  bonus_cites: Record<string, string>;
}

export interface Ordered {
  classes: Record<string, number>;
  suited: number[];
  other: number[];
}

export interface Rows {
  rows: string[];
  row_of: string;
}

export interface CardTables extends GameTables {
  dealing_order: number[];
  ranks: string;
  suits: string;
  red: string;
  digits: string;
  high: Ordered;
  three: Ordered;
  house_way: Rows & { lines: string[]; codes: string[]; reading: number };
  four: Rows & { classes: string[]; pay_tables: Record<string, { pays: number[]; jackpot: boolean; cite: string }> };
}

export type SideWager = "pair_fortunes" | "match_play" | "three_card" | "four_card";
export type Sides = Partial<Record<SideWager, number>>;

/** A seat, the dealer and the bank in the form of the core's `settle` command. */
export interface Given extends Sides {
  seat: number;
  wager: number;
  tiles?: string[];
  cards?: string[];
  high?: string[];
  low?: string[];
  state?: string;
}

export interface DealerGiven {
  tiles?: string[];
  cards?: string[];
  high?: string[];
  wager?: number;
  stands?: boolean;
}

export interface SettleInput {
  options: Options;
  bank: { kind: BankKind; seat?: number | null; stands?: boolean };
  dealer?: DealerGiven | null;
  community?: string | null;
  seats: Given[];
}

/** How a hand ends against the bank. */
export interface Ending {
  high: string | null;
  low: string | null;
  outcome: string;
}

export interface SideRow {
  class?: string;
  outcome?: string;
  won: number;
  net: number;
  jackpot?: number;
}

export interface SeatRow extends Ending {
  seat: number;
  won: number;
  vigorish: number;
  net: number;
  returned: number;
  total: number;
  coupon?: number;
  pair_fortunes?: SideRow;
  three_card?: SideRow;
  four_card?: SideRow;
}

export interface BankRow {
  kind: BankKind;
  seat: number | null;
  net: number;
  vigorish: number;
}

export interface DealerRow {
  high: string[] | null;
  low: string[] | null;
  outcome: string | null;
  net: number;
}

export interface Outcome {
  seats: SeatRow[];
  bank: BankRow;
  house: { net: number; vigorish: number };
  dealer: DealerRow;
}

export interface Movement {
  from: string;
  to: string;
  cents: number;
  reason: string;
  seat: number | null;
}

export type Params = Record<string, string | number | null | undefined>;

export interface Reason {
  code: string;
  params: Params;
  cite: string;
  reading: boolean;
}

/** What a wager is refused for, with amounts for the sentence; `part` is what could stand. */
export interface Fault {
  code: string;
  amounts?: Record<string, number>;
  part?: number;
  seat?: number;
  player?: string;
}

export interface Wager extends Sides {
  seat: number;
  player: string;
  cents: number;
}

export interface Player {
  player: string;
  controls?: boolean;
}

export interface Answer {
  seat: number;
  answer: string;
  funds_cents?: number | null;
  covers_all?: boolean;
  word_cents?: number;
  shares?: { player: string; cents: number }[];
}

export interface Bank {
  kind: BankKind;
  seat: number | null;
  is_decided: boolean;
  answers: Answer[];
  refused: Record<string, unknown>;
  player?: string;
  aside?: Wager[];
  shares?: { player: string; cents: number }[];
}

export interface EnteredHand {
  held: string[];
  high?: string[];
  low?: string[];
  set_by?: string;
}

/** What was entered of a round so far, as the server's sheet has it. */
export interface Facts {
  seats: Record<string, Player[]>;
  wagers: Wager[];
  bank: Bank;
  dealer_wager: number | null;
  roll: any;
  no_rolls: string[];
  delivery: any;
  hands: Record<string, EnteredHand>;
  states: Record<string, string>;
  community: string;
  quick: { outcomes: { seat: number; outcome: string }[] } | null;
  /** By ruling: the house's hand as it was set, and the seats whose hands the dealer sets. */
  stands: boolean;
  house_way_seats: number[];
}

export interface Round {
  id: string;
  number: number;
  state: string;
  version: number;
  depth: string;
  settlement: any;
  correction?: any;
  irregularities: any[];
  disputes: any[];
  isHeld: boolean;
  /** Nobody played it: a round of the demo floor. */
  isSimulated?: boolean;
  facts: Facts;
}

export interface Carried {
  seats: Record<string, Player[]>;
  wagers: Wager[];
  isKnown?: boolean;
}

/** A command as the dealer tapped it; its body has the form of the API. */
export interface Command {
  name: string;
  body: any;
  id?: string;
  at?: string;
  round?: string;
  number?: number;
  carried?: Carried | null;
  /** What whoever takes the bank last wagered against the house. */
  last_cents?: number;
}

/** A round before, as far as the offers of the bank depend on it. */
export interface Turn {
  seat: number | null;
  wagered: number[];
  has_left?: boolean;
  shared_with?: number[];
}

/** A round before by its people: who banked it from which seat, what each marker wagered, who was there. */
export interface Played {
  seat: number | null;
  bankers: string[];
  wagers: Record<string, number>;
  is_co_bank: boolean;
  there: string[];
}

/** Whom the bank is offered to, in order, and who is refused it. */
export interface Offers {
  order: number[];
  refused: { seat: number; reason: string; rule: string }[];
}

/** Why a command would be refused; where money is the reason, how much there is and how much it takes. */
export interface Refusal extends Fault {
  funds?: number;
  needed?: number;
}

/** The turns that the server knows of: before a round that is open, or up to the last one. */
export interface Past {
  round: string | null;
  last?: string | null;
  turns: Played[];
}

export type Step =
  | "idle"
  | "held"
  | "betting"
  | "bank"
  | "dice"
  | "deal"
  | "hands"
  | "community"
  | "quick"
  | "result";

/** What was tapped in a round and is not a command yet. */
export interface Draft {
  round: string | null;
  seat: number | null;
  player: string | null;
  kind: string;
  wagers: Record<string, Wager>;
  bank: any;
  history: Played[] | null;
  dice: number[];
  generator: number | null;
  adjust: number;
  delivery: any;
  place: string | null;
  held: string[];
  rank: string | null;
  paid: string[];
  corrected: number | null;
  quick: Record<string, string>;
  outside?: { seat: number; player: string; cents: number }[];
  trail: { before: any; undo: string; command?: string; name?: string; inverse?: any[]; reopens?: any }[];
  later?: { kind: string; reason: string; round: Round; commands?: Command[]; before?: Draft };
  isQuick?: boolean;
  isFilled?: boolean;
  opensCommunity?: boolean;
  asksHouseWay?: boolean;
  showsSteps?: boolean;
  cutBy?: string;
  bankCut?: { first: number; last: number; to_right: number } | null;
  hasLaja?: boolean;
  dealerUsual?: number;
  /** The amount entered last, and where: the next seat often has the same. */
  latest?: { seat: number; cents: number };
  hasKeys?: boolean;
  /** The language in which undo's captions are. */
  locale?: string;
  /** The steps of the settlement that are done. */
  moved?: number[];
  /** The place whose hand was turned over last. */
  turned?: string;
  typed?: string;
}
