// The way to a city that was tapped: one move, or several that the server knows lead there. A second tap goes it,
// move by move, each only while it is listed and nothing else is asked.

import { why } from '../../../api/why.ts';
import { leaving, offeredAt } from '../board/ways.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';

export class Route {
	/** Where it leads. */
	city = $state<string | null>(null);
	/** The moves, in the notation of the server; none while it is looked for, or where there is no way without a card. */
	moves = $state.raw<readonly string[]>([]);
	private readonly session: PlayerSession;
	private looking: Promise<void> = Promise.resolve();

	constructor(session: PlayerSession) {
		this.session = session;
		session.live.onNews(() => this.leave());
	}

	/** The cities that it passes, from where the pawn stands. */
	path: readonly string[] = $derived.by(() => {
		const from = leaving(this.session);
		if (!from || this.moves.length === 0) return [];
		return [from, ...this.moves.map((move) => move.split(' ')[1] ?? '')];
	});

	/** Looks for the way to a city. */
	look(city: string): void {
		const { session } = this;
		const { seat, live } = session;
		this.leave();
		this.city = city;
		if (seat === null || !session.asked || session.step !== 'action' || leaving(session) === city) return;
		const [only] = this.freeTo(city);
		if (only) {
			this.moves = [only.raw];
			return;
		}
		this.looking = why(live.id, seat, `${session.game.travel[0]} ${city}`)
			.then(({ route }) => {
				if (this.city === city) this.moves = route ?? [];
			})
			.catch(() => undefined);
	}

	/** Goes there. False: there is no way without a card, and nothing was done. */
	async go(): Promise<boolean> {
		const city = this.city;
		await this.looking;
		if (this.city !== city || this.moves.length === 0) return false;
		await follow(this.session, [...this.moves]);
		return true;
	}

	leave(): void {
		this.city = null;
		this.moves = [];
		this.looking = Promise.resolve();
	}

	/** Whether a second tap could go there. */
	leads(city: string): boolean {
		return this.city === city && this.session.asked && this.session.step === 'action';
	}

	private freeTo(city: string): MoveOption[] {
		return offeredAt(this.session, city).ways.filter((o) => isFree(this.session, o));
	}
}

/** Whether a move takes no card. */
function isFree(session: PlayerSession, { seat, word, card }: MoveOption): boolean {
	return card === undefined && !session.box.spendsOf(word, session.position?.seats[seat]?.role);
}

/** Plays moves of the seat that acts one after the other. It ends where one is not listed or something else is asked. */
export async function follow(session: PlayerSession, moves: readonly string[]): Promise<void> {
	for (const move of moves) {
		const offer = session.step === 'action' && session.offers.find((o) => o.raw === move);
		if (!offer || !(await session.choose(offer))) return;
	}
}

/** Plays a plan of cities: at each step the first way there that takes no card. */
export async function followPlan(session: PlayerSession, cities: readonly string[]): Promise<void> {
	for (const city of cities) {
		const ways = session.step === 'action' && session.asked ? offeredAt(session, city).ways : [];
		const offer = ways.find((o) => o.seat === session.seat && isFree(session, o));
		if (!offer || !(await session.choose(offer))) return;
	}
}
