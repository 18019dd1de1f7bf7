// Answers that are given for more than one question. The engine asks as ever, and the browser answers for its player:
// a bot that asks for the same again within a turn, bots for the whole game once they are always agreed with, and the
// moments in others' turns at which an event could be played, unless somebody holds the game.

import { onDevice } from '../../../api/device.ts';
import { me } from '../../../api/me.svelte.ts';
import { levelOf } from '../../../table/bots.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { type Asking, askingOf, kindOfAsk } from './asking.ts';

/** How long the game waits for somebody who could play an event, in seconds. */
export const patience = 4;
/** How long a promised answer waits, in ms: long enough to see what was asked. */
const glance = 900;

export class Promises {
	/** Seconds until the game goes on by itself. */
	left = $state(patience);
	/** Whether bots are always agreed with at this table. */
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

	/** The question that is asked of me, where somebody wants something. */
	asking: Asking | null = $derived.by(() => {
		const { position, game, asked, step } = this.session;
		return position && asked && step === 'consent' ? askingOf(game, position) : null;
	});

	/** The bot that asks for consent. */
	bot: number | undefined = $derived.by(() => {
		const { asker } = this.asking ?? {};
		const seats = this.session.live.record?.seats;
		return asker !== undefined && levelOf(seats?.[asker]) !== undefined ? asker : undefined;
	});

	private kind: string = $derived.by(
		() => `${this.session.position?.turn} ${this.bot} ${this.asking ? kindOfAsk(this.asking) : ''}`,
	);

	/** The answer to a bot that was given before. */
	promised: MoveOption | undefined = $derived.by(() => {
		if (this.bot === undefined) return undefined;
		const word = this.always ? 'agree' : this.given[this.kind];
		return this.session.offers.find((o) => o.word === word);
	});

	/** How to let the moment go by, where the game waits some seconds for an event of mine. */
	passing: MoveOption | undefined = $derived.by(() => {
		const { live, asked, step, myTurn, offers, box } = this.session;
		const { record, update, owed } = live;
		const together = record?.clock.kind === 'live' || onDevice(live.id);
		if (!asked || step !== 'window' || myTurn || owed.length > 1 || !together || record?.lesson)
			return undefined;
		if (this.held === update?.question.id || me()?.askEach) return undefined;
		return offers.some((o) => box.isEvent(o.word)) ? offers.find((o) => o.word === 'pass') : undefined;
	});

	/** Whether the question that is open is answered by itself: then it is not put. */
	get silent(): boolean {
		return this.promised !== undefined || this.passing !== undefined;
	}

	/** Answers a question of consent; a bot has that answer for the rest of its turn. */
	answer(offer: MoveOption): void {
		if (this.bot !== undefined) this.given = { ...this.given, [this.kind]: offer.word };
		void this.session.choose(offer);
	}

	/** Agrees with bots from now on, or no longer. */
	agree(always: boolean): void {
		this.always = always;
		this.given = {};
		try {
			if (always) localStorage.setItem(this.place, 'yes');
			else localStorage.removeItem(this.place);
		} catch {
			// A browser that keeps nothing asks again after a reload.
		}
	}

	/** Holds the game: the question is put, and waits. */
	hold(): void {
		this.held = this.session.live.update?.question.id ?? null;
	}

	/** Gives the answers that are promised, as long as somebody looks; the result stops it. `busy`: the board still shows the past. */
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
