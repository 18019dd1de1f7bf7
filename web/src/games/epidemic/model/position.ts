// The position as far as this browser may know it. It is the server's view, with omitted zeros and empty
// lists filled in.

import type { Box } from './box.ts';

export interface Seat {
	seat: number;
	/** The seat's role; empty before it has one. */
	role: string;
	pawn: string;
	/** The cards in the hand that this browser knows. */
	hand: string[];
	handSize: number;
	/** The event that is stored on the role card. */
	stash?: string;
	/** The events that the seat always passes. */
	waived: string[];
}

/** The known cards of a hand, and the number of all its cards. */
type Hand = Pick<Seat, 'seat' | 'hand' | 'handSize'>;

/**
 * Cards that lie somewhere in a range of the infection deck, in unknown order. Positions count from the
 * top.
 */
export interface Class {
	cards: string[];
	from: number;
	to: number;
}

/** An open question, with the game's names for steps and verbs. */
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
 * The part of the server's view that all map games share. Every game's view has these fields under the same
 * names; the game's `viewOf` checks its generated type against them.
 */
interface MapView {
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
	/** The seat whose turn it is. */
	active: number;
	actions: number;
	stage: string;
	/** The position of the marker on the infection track. */
	rate: number;
	outbreaks: number;
	epidemics: number;
	/** Whether the coming infection steps are skipped. */
	quiet: boolean;
	/** How many of the coming infection steps turn over only one card, the bottom one. */
	mild: number;
	cured: string[];
	eradicated: string[];
	/** The number of cubes left of each disease. */
	supply: Record<string, number>;
	cubes: Record<string, Record<string, number>>;
	stations: string[];
	seats: Seat[];
	/** Hands that belong to no seat. Their numbers follow the numbers of the seats. */
	spare: Hand[];
	deckSize: number;
	discard: string[];
	removed: string[];
	/** The player cards on top of the deck that all players have seen, the topmost first. */
	deckTop: string[];
	infectionDeckSize: number;
	infectionDiscard: string[];
	infectionRemoved: string[];
	classes: Class[];
	/** The infection cards whose position is known. */
	known: { fromTop: number; card: string }[];
	/** The open questions; the last one is current. */
	questions: Question[];
	/** The server's view as it came, for fields that only one game has. */
	view: Record<string, unknown>;
}

/** Reads a position from the server's view, in which the fields that games share have the same names. */
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

/** Returns the server's view with the type of its game, for fields that only one game has. */
export function viewAs<View extends MapView>({ view }: Position): View {
	return view as unknown as View;
}
