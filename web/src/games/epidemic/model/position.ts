// The position as this browser may know it: the view that the server sent, with
// what it leaves out because it is nothing filled in.

import type { Box } from './box.ts';

export interface Seat {
	seat: number;
	/** Empty as long as it has none. */
	role: string;
	pawn: string;
	/** The cards that are known to be in the hand. */
	hand: string[];
	handSize: number;
	/** An event kept on the role card. */
	stash?: string;
	/** Events that the seat does not want to be asked about. */
	waived: string[];
}

/** The cards that are known to be in a hand, and how many it has. */
export type Hand = Pick<Seat, 'seat' | 'hand' | 'handSize'>;

/** Cards that lie somewhere between two places of the infection deck, counted from the top. */
export interface Class {
	cards: string[];
	from: number;
	to: number;
}

/** An open question, whatever the game calls its steps and verbs. */
export interface Question {
	id: number;
	step: string;
	seat?: number;
	moment?: string;
	passed?: string[];
	verb?: string;
	'operand-0'?: string | number;
	'operand-1'?: string | number;
	n?: number;
	arg?: number[];
}

type Counts = Partial<Record<string, number>>;

/**
 * What is read here of a view. The view of every map game has these members by the same names; `viewOf` of each game
 * checks its generated type against them.
 */
export interface MapView {
	turn?: number;
	active?: number;
	actions?: number;
	stage?: string;
	rate?: number;
	outbreaks?: number;
	epidemics?: number;
	quiet?: number;
	bottom?: number;
	cured?: string[];
	eradicated?: string[];
	supply?: Counts;
	cubes?: Partial<Record<string, Counts>>;
	stations?: string[];
	'seats-at-table'?: { role?: string; pawn?: string; stash?: string; waived?: string[] }[];
	hands?: ({ cards?: string[] } | null)[];
	'hand-sizes'?: number[];
	'deck-size'?: number;
	discard?: string[];
	removed?: string[];
	'deck-top'?: string[];
	'infection-deck-size'?: number;
	'infection-discard'?: string[];
	'infection-removed'?: string[];
	'infection-classes'?: { cards?: string[]; from?: number; to?: number }[];
	known?: { 'from-top'?: number; card?: string }[];
	questions?: Question[];
	seats?: string[];
}

export interface Position {
	turn: number;
	/** Whose turn it is. */
	active: number;
	actions: number;
	stage: string;
	/** The place on the track of the infection rate. */
	rate: number;
	outbreaks: number;
	epidemics: number;
	/** Infection steps that will be skipped. */
	quiet: boolean;
	/** Infection steps still to come that turn one card, the bottom one. */
	mild: number;
	cured: string[];
	eradicated: string[];
	/** Cubes left of each disease. */
	supply: Record<string, number>;
	cubes: Record<string, Record<string, number>>;
	stations: string[];
	seats: Seat[];
	/** Hands that belong to no seat. They are counted on after the seats. */
	spare: Hand[];
	deckSize: number;
	discard: string[];
	removed: string[];
	/** Player cards on top of the deck that everybody has seen, the top first. */
	deckTop: string[];
	infectionDeckSize: number;
	infectionDiscard: string[];
	infectionRemoved: string[];
	classes: Class[];
	/** Infection cards that are known by their place. */
	known: { fromTop: number; card: string }[];
	/** The open questions; the last is the one that is asked now. */
	questions: Question[];
	/** The view itself, for what only one game has. */
	view: Record<string, unknown>;
}

/** Reads a view. What the games share is called the same in all of their views. */
export function positionOf(box: Box, raw: Record<string, unknown>): Position {
	const v = raw as MapView;
	const seats = v['seats-at-table'] ?? [];
	const handOf = (seat: number): Hand => ({
		seat,
		hand: v.hands?.[seat]?.cards ?? [],
		handSize: v['hand-sizes']?.[seat] ?? 0,
	});
	return {
		turn: v.turn ?? 0,
		active: v.active ?? 0,
		actions: v.actions ?? 0,
		stage: v.stage ?? '',
		rate: v.rate ?? 0,
		outbreaks: v.outbreaks ?? 0,
		epidemics: v.epidemics ?? 0,
		quiet: Boolean(v.quiet),
		mild: v.bottom ?? 0,
		cured: v.cured ?? [],
		eradicated: v.eradicated ?? [],
		supply: Object.fromEntries(box.diseases.map((d) => [d.id, v.supply?.[d.id] ?? 0])),
		cubes: (v.cubes ?? {}) as Record<string, Record<string, number>>,
		stations: v.stations ?? [],
		seats: seats.map((s, seat) => ({
			...handOf(seat),
			role: s.role ?? '',
			pawn: s.pawn ?? '',
			stash: s.stash,
			waived: s.waived ?? [],
		})),
		spare: (v.hands ?? []).slice(seats.length).map((_, i) => handOf(seats.length + i)),
		deckSize: v['deck-size'] ?? 0,
		discard: v.discard ?? [],
		removed: v.removed ?? [],
		deckTop: v['deck-top'] ?? [],
		infectionDeckSize: v['infection-deck-size'] ?? 0,
		infectionDiscard: v['infection-discard'] ?? [],
		infectionRemoved: v['infection-removed'] ?? [],
		classes: (v['infection-classes'] ?? []).map((c) => ({
			cards: c.cards ?? [],
			from: c.from ?? 0,
			to: c.to ?? 0,
		})),
		known: (v.known ?? []).map((k) => ({ fromTop: k['from-top'] ?? 0, card: k.card ?? '' })),
		questions: v.questions ?? [],
		view: raw,
	};
}

/** The view of a position, for what only one game has. */
export function viewAs<View extends MapView>({ view }: Position): View {
	return view as unknown as View;
}
