// One person's session at a table of the pharmacy game: the position, the legal moves (offers), and what
// the player has selected. All parts of the table share it, and only the session sends moves to the table.

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
	/** The seat that the player chose, if they hold several. */
	chosen = $state<number | null>(null);
	/** The rule that the rule dialog shows; null if it is closed. */
	rule = $state<string | null>(null);
	/** Ends the running animation. */
	hurry: () => void = () => {};

	constructor(live: LiveTable) {
		this.live = live;
	}

	position: Position | null = $derived.by(() => {
		const view = this.live.update?.view;
		return view ? positionOf(view) : null;
	});

	/**
	 * The seat that acts for the player. If some of the player's seats owe an answer, it is one of these,
	 * preferably the chosen one. Otherwise it is the chosen seat, or the player's first one. Null for a
	 * spectator.
	 */
	seat: number | null = $derived.by(() => {
		const { mine, owed } = this.live;
		if (this.chosen !== null && owed.includes(this.chosen)) return this.chosen;
		if (owed.length > 0) return owed[0] ?? null;
		if (this.chosen !== null && mine.includes(this.chosen)) return this.chosen;
		return mine[0] ?? null;
	});

	/** The acting seat with its cards and pills. */
	own: Seat | null = $derived.by(() =>
		this.seat === null ? null : (this.position?.seats[this.seat] ?? null),
	);

	/** The legal moves of the acting seat. */
	offers: MoveOption[] = $derived.by(() =>
		this.seat === null ? [] : offersOf(this.seat, this.live.movesOf(this.seat)),
	);

	/** The step of the open question, which is the API's name for its kind. */
	step: string = $derived.by(() => this.live.update?.question.step ?? '');

	/** Whether the acting seat owes the answer to the open question. */
	asked: boolean = $derived.by(() => this.seat !== null && this.live.owed.includes(this.seat));

	/**
	 * The seats in the order of the round table, clockwise, beginning with the viewer's. For a spectator, the
	 * first seat comes first.
	 */
	around: Seat[] = $derived.by(() => {
		const seats = this.position?.seats ?? [];
		const from = this.seat ?? 0;
		return [...seats.slice(from), ...seats.slice(0, from)];
	});

	/** Returns the name of a seat's player. The seats of a person who holds several are numbered. */
	seatName = (seat: number): string => {
		const seats = this.live.record?.seats ?? [];
		const holder = seats[seat]?.holder;
		const several = seats.filter((s) => s.holder && s.holder.id === holder?.id).length > 1;
		return several ? text('web.seat', { n: seat + 1 }) : playerName(seats, seat);
	};

	/** Plays a legal move, and closes what was open for it. */
	choose(offer: MoveOption): Promise<boolean> {
		this.hurry();
		return this.live.play(offer.seat, offer.raw);
	}

	/** Takes the last move back, or asks the other players for consent. */
	async undo(): Promise<void> {
		const { undo, ask } = this.live.update ?? {};
		if (!undo || ask) return;
		this.hurry();
		await this.live.undo(undo.to);
	}
}
