// What one person has in front of them at a table of the pharmacy game: the position,
// their offers, and what they have picked. The parts of the table all work on one
// session, and only the session speaks with the table.

import { text } from '../../i18n/words.svelte.ts';
import { playerName } from '../../table/bots.ts';
import type { LiveTable } from '../../table/live.svelte.ts';
import type { TableSession } from '../../table/session.ts';
import { moves } from './box.ts';
import { type MoveOption, offersOf } from './offers.ts';
import { type Position, positionOf, type Seat } from './position.ts';

export class PlayerSession implements TableSession {
	readonly live: LiveTable;
	readonly moves = moves;
	/** The seat that was chosen among several of one's own. */
	chosen = $state<number | null>(null);
	/** The rule that is open for reading. */
	rule = $state<string | null>(null);
	/** Ends whatever the table is still showing of the past. */
	hurry: () => void = () => {};

	constructor(live: LiveTable) {
		this.live = live;
	}

	position: Position | null = $derived.by(() => {
		const view = this.live.update?.view;
		return view ? positionOf(view) : null;
	});

	/**
	 * The seat that acts now: one of mine that owes an answer (the chosen one first),
	 * otherwise the chosen one, otherwise my first. Null for a spectator.
	 */
	seat: number | null = $derived.by(() => {
		const { mine, owed } = this.live;
		if (this.chosen !== null && owed.includes(this.chosen)) return this.chosen;
		if (owed.length > 0) return owed[0] ?? null;
		if (this.chosen !== null && mine.includes(this.chosen)) return this.chosen;
		return mine[0] ?? null;
	});

	/** What lies in front of the seat that acts. */
	own: Seat | null = $derived.by(() =>
		this.seat === null ? null : (this.position?.seats[this.seat] ?? null),
	);

	/** The legal moves of the seat that acts. */
	offers: MoveOption[] = $derived.by(() =>
		this.seat === null ? [] : offersOf(this.seat, this.live.movesOf(this.seat)),
	);

	/** The question that is open: its kind. */
	step: string = $derived.by(() => this.live.update?.question.step ?? '');

	/** Whether the seat that acts is the one that is asked. */
	asked: boolean = $derived.by(() => this.seat !== null && this.live.owed.includes(this.seat));

	/** The seats in the order of the round table, clockwise from whoever looks at it; a spectator looks from the first. */
	around: Seat[] = $derived.by(() => {
		const seats = this.position?.seats ?? [];
		const from = this.seat ?? 0;
		return [...seats.slice(from), ...seats.slice(0, from)];
	});

	/** The name of whoever sits on a seat. A person with several seats is numbered. */
	seatName = (seat: number): string => {
		const seats = this.live.record?.seats ?? [];
		const holder = seats[seat]?.holder;
		const several = seats.filter((s) => s.holder && s.holder.id === holder?.id).length > 1;
		return several ? text('web.seat', { n: seat + 1 }) : playerName(seats, seat);
	};

	/** Plays an offer. */
	choose(offer: MoveOption): Promise<boolean> {
		this.hurry();
		return this.live.play(offer.seat, offer.raw);
	}

	/** Takes the last move back, or asks whether it may be. */
	async undo(): Promise<void> {
		const { undo, ask } = this.live.update ?? {};
		if (!undo || ask) return;
		this.hurry();
		await this.live.undo(undo.to);
	}
}
