// The position as far as this browser may know it. It is the server's view, with omitted zeros and empty
// lists filled in.

import type { PharmacyView, Tally as SentTally } from '../../gen/pharmacy-view.ts';
import { type CardFace, type Pills, pillsOf } from './box.ts';

export interface Lying {
	card: string;
	doses: number;
	/** How much the virus adds to the sickness, less its injections. */
	sickness: number;
}

export interface Seat {
	seat: number;
	pills: Pills;
	/** The pills that the seat has paid for the card being passed. */
	stake: Pills;
	viruses: Lying[];
	/** The number of the seat's risk cards. */
	riskCards: number;
	/** The risk cards of the seat that this browser knows. */
	hand: string[];
	sickness: number;
	injections: number;
	/** The seat's points in all finished rounds. */
	total: number;
	/** The seat's result if the round ended in this position. */
	soFar: number;
}

export interface Pile {
	id: 'left' | 'right';
	size: number;
	/** The open card; undefined if the pile is empty. */
	open?: string;
}

/** A card that is being passed around. */
export interface Travel {
	/** The card being passed; undefined if it is a face-down risk card that this browser may not know. */
	card?: string;
	risk: boolean;
	owner?: number;
	giver?: number;
	to: number;
	price: number;
}

/** The result of one seat in one round. */
export interface Tally {
	pills: number;
	sickness: number;
	won: number;
	lost: number;
	care: boolean;
	points: number;
}

/** A virus of the game that a group has replaced with its own. */
export type Replaced = Pick<CardFace, 'id' | 'value' | 'cross' | 'pills'>;

export interface Position {
	round: number;
	turn: number;
	step: string;
	/** The seat whose turn it is. */
	active: number;
	asked: number[];
	piles: Pile[];
	/** The pills left in the pharmacy. */
	stock: Pills;
	seats: Seat[];
	travel: Travel | null;
	/** The risk card that is being carried out. `opener` is the seat that opened it. */
	openRisk?: string;
	openedBy?: number;
	/** The risk cards that have been turned over in this round. */
	opened: string[];
	/** The colour of the pill that a volunteer asks for next. */
	collects: string;
	/** The seats of the players who have made a guess, and of those whom the guesses are about. */
	guesses: { nurse?: number; nursed?: number; diagnostician?: number; doomed?: number; doctor?: number };
	/** The results of the finished rounds, by seat. */
	sheet: Tally[][];
	over: boolean;
	/** The viruses that the table's group has replaced, with what is printed on them. */
	replaced: Replaced[];
}

const seatOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

export function positionOf(raw: Record<string, unknown>): Position {
	const v = raw as unknown as PharmacyView;
	const { travel, guesses = {} } = v;
	return {
		round: v.round,
		turn: v.turn,
		step: v.step ?? 'over',
		active: Number(v.active),
		asked: (v.asked ?? []).map(Number),
		piles: (['left', 'right'] as const).map((id) => ({ id, size: 0, ...v.piles?.[id] })),
		stock: pillsOf(v.pharmacy),
		seats: v['seats-at-table'].map((s, seat) => ({
			seat,
			pills: pillsOf(s.pills),
			stake: pillsOf(s.stake),
			viruses: (s.viruses ?? []).map(({ card, doses = 0, sickness = 0 }) => ({
				card,
				doses,
				sickness,
			})),
			riskCards: s['risk-cards'] ?? 0,
			hand: v.hands[seat]?.cards ?? [],
			sickness: s.sickness ?? 0,
			injections: s.injections ?? 0,
			total: (s.total ?? 0) - (s['minus-total'] ?? 0),
			soFar: (s['so-far'] ?? 0) - (s['minus-so-far'] ?? 0),
		})),
		travel: travel
			? {
					card: travel.card ?? v.face,
					risk: travel.risk ?? false,
					owner: seatOf(travel.owner),
					giver: seatOf(travel.giver),
					to: Number(travel.to),
					price: travel.price ?? 0,
				}
			: null,
		openRisk: v['open-risk'],
		openedBy: seatOf(v['opened-by']),
		opened: v.opened ?? [],
		collects: v.collects ?? 'blue',
		guesses: {
			nurse: seatOf(guesses.nurse),
			nursed: seatOf(guesses.nursed),
			diagnostician: seatOf(guesses.diagnostician),
			doomed: seatOf(guesses.doomed),
			doctor: seatOf(guesses.doctor),
		},
		sheet: (v.rounds ?? []).map((round) => round.seats.map(tallyOf)),
		over: v.over ?? false,
		replaced: (v.replaced ?? []).map(({ card, value, cross = false, pills }) => ({
			id: card,
			value,
			cross,
			pills: pillsOf(pills),
		})),
	};
}

function tallyOf(t: SentTally): Tally {
	return {
		pills: t.pills ?? 0,
		sickness: t.sickness ?? 0,
		won: t.won ?? 0,
		lost: t.lost ?? 0,
		care: t.care ?? false,
		points: (t.points ?? 0) - (t['minus-points'] ?? 0),
	};
}
