// The route to a city that the player tapped: one move, or several that the server suggests. A second tap
// plays them one by one, as long as each is legal and no other question comes up.

import { why } from '../../../api/why.ts';
import { leaving, offeredAt } from '../board/travel.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';

export class Route {
	/** The destination of the route. */
	city = $state<string | null>(null);
	/** The route's moves in notation. Empty while they load, or if every route would spend a card. */
	moves = $state.raw<readonly string[]>([]);
	private readonly session: PlayerSession;
	private looking: Promise<void> = Promise.resolve();

	constructor(session: PlayerSession) {
		this.session = session;
		session.live.onNews(() => this.leave());
	}

	/** The cities of the route, starting at the pawn's city. */
	path: readonly string[] = $derived.by(() => {
		const from = leaving(this.session);
		if (!from || this.moves.length === 0) return [];
		return [from, ...this.moves.map((move) => move.split(' ')[1] ?? '')];
	});

	/** Finds the route to a city. */
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

	/** Plays the route. It returns false, without a move, if every route would spend a card. */
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

	/** Reports whether a second tap on a city could move the pawn there. */
	leads(city: string): boolean {
		return this.city === city && this.session.asked && this.session.step === 'action';
	}

	private freeTo(city: string): MoveOption[] {
		return offeredAt(this.session, city).ways.filter((o) => isFree(this.session, o));
	}
}

/** Reports whether a move spends no card. */
function isFree(session: PlayerSession, { seat, word, card }: MoveOption): boolean {
	return card === undefined && !session.box.spendsOf(word, session.position?.seats[seat]?.role);
}

/**
 * Plays moves of the acting seat one after the other. It stops at a move that is not legal, or at any other
 * question.
 */
async function follow(session: PlayerSession, moves: readonly string[]): Promise<void> {
	for (const move of moves) {
		const offer = session.step === 'action' && session.offers.find((o) => o.raw === move);
		if (!offer || !(await session.choose(offer))) return;
	}
}

/** Plays a plan: for each of its cities, the first move there that spends no card. */
export async function followPlan(session: PlayerSession, cities: readonly string[]): Promise<void> {
	for (const city of cities) {
		const ways = session.step === 'action' && session.asked ? offeredAt(session, city).ways : [];
		const offer = ways.find((o) => o.seat === session.seat && isFree(session, o));
		if (!offer || !(await session.choose(offer))) return;
	}
}
