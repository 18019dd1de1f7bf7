// Answers that cover more than one question. The server asks as usual, and the browser answers for its
// player. A bot that repeats a request within a turn gets the same answer again. The player can consent to
// all requests from bots. If a player could play an event in another player's turn, the browser passes after
// a few seconds, unless the player asks for more time.

import { onDevice } from '../../../api/device.ts';
import { me } from '../../../api/me.svelte.ts';
import { levelOf } from '../../../table/bots.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { type Asking, askingOf, kindOfAsk } from './asking.ts';

/** How many seconds the game waits for a player who could play an event. */
export const patience = 4;
/** The delay before an automatic answer, in ms: long enough to see the question. */
const glance = 900;

export class Promises {
	/** The seconds left before the question is passed automatically. */
	left = $state(patience);
	/** Whether the player consents to every request of a bot at this table. */
	always = $state(false);
	private held = $state<string | null>(null);
	private given = $state.raw<Record<string, string>>({});
	private readonly session: PlayerSession;
	private readonly place: string;

	constructor(session: PlayerSession) {
		this.session = session;
		this.place = `theriac.agree.${session.live.id}`;
		this.always = keeps(this.place);
	}

	/** The request that another seat makes of the player, if any. */
	asking: Asking | null = $derived.by(() => {
		const { position, game, asked, step } = this.session;
		return position && asked && step === 'consent' ? askingOf(game, position) : null;
	});

	/** The seat of the bot that asks the player for consent. */
	bot: number | undefined = $derived.by(() => {
		const { asker } = this.asking ?? {};
		const seats = this.session.live.record?.seats;
		return asker !== undefined && levelOf(seats?.[asker]) !== undefined ? asker : undefined;
	});

	private kind: string = $derived.by(
		() => `${this.session.position?.turn} ${this.bot} ${this.asking ? kindOfAsk(this.asking) : ''}`,
	);

	/** The player's earlier answer, if the bot repeats its request. */
	promised: MoveOption | undefined = $derived.by(() => {
		if (this.bot === undefined) return undefined;
		const word = this.always ? 'agree' : this.given[this.kind];
		return this.session.offers.find((o) => o.word === word);
	});

	/** The pass to play when the seconds for the player's event have run out. */
	passing: MoveOption | undefined = $derived.by(() => {
		const { live, asked, step, myTurn, offers, box } = this.session;
		const { record, update, owed } = live;
		const together = record?.clock.kind === 'live' || onDevice(live.id);
		if (!asked || step !== 'window' || myTurn || owed.length > 1 || !together || record?.lesson)
			return undefined;
		if (this.held === update?.question.id || me()?.askEach) return undefined;
		return offers.some((o) => box.isEvent(o.word)) ? offers.find((o) => o.word === 'pass') : undefined;
	});

	/** Reports whether the open question is answered automatically, so that it is not shown. */
	get silent(): boolean {
		return this.promised !== undefined || this.passing !== undefined;
	}

	/** Answers a request. If a bot makes it, the answer is repeated for the rest of the bot's turn. */
	answer(offer: MoveOption): void {
		if (this.bot !== undefined) this.given = { ...this.given, [this.kind]: offer.word };
		void this.session.choose(offer);
	}

	/** Switches on or off that the player consents to every request of a bot. */
	agree(always: boolean): void {
		this.always = always;
		this.given = {};
		try {
			if (always) localStorage.setItem(this.place, 'yes');
			else localStorage.removeItem(this.place);
		} catch {
			// If storage is unavailable, the setting is lost on reload.
		}
	}

	/** Stops the countdown: the question stays open and is shown. */
	hold(): void {
		this.held = this.session.live.update?.question.id ?? null;
	}

	/**
	 * Answers automatically while the page is visible; the returned function stops that. `busy` says that an
	 * animation is still running.
	 */
	keep(busy: boolean): (() => void) | undefined {
		const { promised, passing } = this;
		if (promised) {
			const timer = setTimeout(() => void this.session.choose(promised), glance);
			return () => clearTimeout(timer);
		}
		this.left = patience;
		if (!passing || busy) return undefined;
		let left = patience;
		const timer = setInterval(() => {
			if (document.hidden) return;
			left--;
			this.left = left;
			if (left > 0) return;
			clearInterval(timer);
			void this.session.choose(passing);
		}, 1000);
		return () => clearInterval(timer);
	}
}

function keeps(place: string): boolean {
	try {
		return localStorage.getItem(place) !== null;
	} catch {
		return false;
	}
}
