// The position as this browser may know it: the view that the server sent, with
// what it leaves out because it is nothing filled in.

import type { OpenQuestion, WorldView } from '../../gen/world-view.ts';
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
export type Question = Omit<OpenQuestion, 'step' | 'verb' | 'moment' | 'operand-0' | 'operand-1'> & {
	step: string;
	verb?: string;
	moment?: string;
	'operand-0'?: string | number;
	'operand-1'?: string | number;
};

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
	/** The seats through whose eyes this is seen; none for a spectator. */
	eyes: number[];
	/** The view itself, for what only one game has. */
	view: Record<string, unknown>;
}

/** Reads a view. What the games share is called the same in all of their views. */
export function positionOf(box: Box, raw: Record<string, unknown>): Position {
	const v = raw as unknown as WorldView;
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
		mild: Number(raw.bottom ?? 0),
		cured: v.cured ?? [],
		eradicated: v.eradicated ?? [],
		supply: Object.fromEntries(
			box.diseases.map((d) => [d.id, v.supply?.[d.id as keyof typeof v.supply] ?? 0]),
		),
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
		deckTop: (raw['deck-top'] ?? []) as string[],
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
		eyes: (v.seats ?? []).map(Number),
		view: raw,
	};
}
