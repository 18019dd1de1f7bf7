// The player's unfinished input: an action without a target yet, a choice that needs a second press, or a
// plan. Each session has one such object, shared by all components that play moves.

import { refusalOf } from '../../../api/refusal.ts';
import { why } from '../../../api/why.ts';
import { operand } from '../../../i18n/notation.ts';
import { name, t } from '../../../i18n/words.svelte.ts';
import { settings } from '../../../settings.svelte.ts';
import { offeredAt } from '../board/travel.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { type Family, familyNamed, familyOf, offersFor } from './families.ts';
import { Plan, plansOf } from './plan.svelte.ts';
import { isBroad } from './pointing.ts';
import { Promises } from './promises.svelte.ts';
import { followPlan, Route } from './route.svelte.ts';

/**
 * Why a family (an action's button) has no legal move now. `rule` is missing if the server cannot name one.
 */
interface Reason {
	family: string;
	rule?: string;
	words?: string;
}

/** Several moves at one point of the map, from which the player must choose. */
interface Among {
	offers: MoveOption[];
	at: { x: number; y: number };
	title: string;
}

export class Interaction {
	readonly session: PlayerSession;
	readonly plan: Plan;
	/** The route to the city that the player tapped. */
	readonly route: Route;
	/** Answers that the player gave for several questions at once. */
	readonly promises: Promises;
	/** The id of the family whose choices are listed. */
	listed = $state<string | null>(null);
	/** The card in the hand whose uses are listed. */
	card = $state<string | null>(null);
	/** Why the selected action is impossible; shown until the next input. */
	reason = $state.raw<Reason | null>(null);
	/** Whether the player must confirm the end of a turn that has actions left. */
	ending = $state(false);
	/** Whether the advice panel is open. */
	advising = $state(false);
	/** The plan that is selected in the advice panel; the board draws it. */
	drawn = $state.raw<{ seat: number; path: string[] } | null>(null);
	/** Whether the list of shortcuts is open. */
	help = $state(false);
	/**
	 * The moves that a tap on the board can mean, with its position, while the player chooses one of them.
	 */
	among = $state.raw<Among | null>(null);
	private doubted = $state.raw<MoveOption | null>(null);
	private pointed = $state.raw<readonly string[]>([]);
	private shutting: { id: string | null; at: number } = { id: null, at: 0 };
	private lists: (() => ((() => void) | undefined)[])[] = [];

	constructor(session: PlayerSession) {
		this.session = session;
		this.plan = new Plan(session);
		this.route = new Route(session);
		this.promises = new Promises(session);
	}

	/** The choice that needs a second press. It is dropped when it is no longer legal. */
	pending: MoveOption | null = $derived.by(() => {
		const doubted = this.doubted;
		return this.session.all.find((o) => o.raw === doubted?.raw && o.seat === doubted.seat) ?? null;
	});

	/** The selected family; the board shows its targets. */
	family: Family | undefined = $derived.by(() =>
		this.session.verb === null ? undefined : familyOf(this.session.game, this.session.verb),
	);

	/**
	 * The cities already selected for a move that names several. Cities that no legal move names any more are
	 * dropped.
	 */
	ends: readonly string[] = $derived.by(() => {
		const named = this.session.asks.some((o) => this.pointed.every((c) => o.cities.includes(c)));
		return named ? this.pointed : [];
	});

	/** The moves that the player chooses from on the board, given the cities already selected. */
	asks: MoveOption[] = $derived.by(() =>
		this.session.asks.filter((o) => this.ends.every((c) => o.cities.includes(c))),
	);

	/** The plans to draw on the board; the player's own plan does not wait for the server. */
	plans = $derived.by(() => {
		const { position, seat, live } = this.session;
		if (!position) return [];
		const own = seat === null ? {} : { [seat]: this.plan.moves };
		const plans = plansOf({ ...live.ghosts, ...own }, position);
		const drawn = this.drawn ?? this.wanted;
		if (drawn) return [...plans.filter((p) => p.seat !== drawn.seat), drawn];
		const { path, city } = this.route;
		return seat !== null && path.length > 0 && this.session.city === city
			? [...plans.filter((p) => p.seat !== seat), { seat, path: [...path] }]
			: plans;
	});

	/** Returns where another player would send the player's pawn, while that player asks for consent. */
	get wanted(): { seat: number; path: string[] } | undefined {
		const { about, pawn } = this.promises.asking ?? {};
		const city = about && operand(about, 'city');
		const from = pawn === undefined ? undefined : this.session.position?.seats[pawn]?.pawn;
		return city && from && pawn !== undefined ? { seat: pawn, path: [from, city] } : undefined;
	}

	/** Reports whether the player may ask for advice now. */
	get advisable(): boolean {
		return this.session.asked && this.session.step === 'action' && this.session.live.record?.advice === 'on';
	}

	/** Opens or closes the advice panel. */
	advise(): void {
		this.leave();
		this.session.city = null;
		this.advising = this.advisable && !this.advising;
	}

	/** Returns the legal moves of a family, which share a button. */
	offersFor(family: Family): MoveOption[] {
		return offersFor(family, this.session.all, this.session.seat);
	}

	/**
	 * Selects a family: plays its only move, shows its targets on the map, or lists its choices. For keyboard
	 * players it also lists the cities.
	 */
	async pick(id: string, byKey: boolean): Promise<void> {
		const family = familyNamed(this.session.game, id);
		if (!family) return;
		if (id === 'event' && this.promises.passing) return this.promises.hold();
		const again = this.listed === id || (this.family === family && !byKey) || (!byKey && this.justShut(id));
		this.leave();
		if (again) return;
		const offers = this.offersFor(family);
		const [only] = offers;
		if (!only) return this.explain(family);
		if (offers.length === 1 && !family.map) return this.take(only);
		const sole = new Set(offers.map((o) => o.word)).size === 1;
		const map = family.map || (sole && isBroad(only));
		if (map) this.session.verb = only.word;
		if (!map || byKey) this.listed = id;
	}

	/** Selects a verb, so that the board shows its targets. */
	aim(word: string): void {
		this.leave();
		this.session.verb = word;
	}

	/**
	 * Handles a tap on a city. It returns false if the city means nothing for the current input, so that the
	 * city's panel opens.
	 */
	point(city: string): boolean {
		if (this.plan.active) {
			this.plan.add(city);
			return true;
		}
		if (this.ends.includes(city)) {
			this.pointed = this.ends.filter((c) => c !== city);
			return true;
		}
		const offers = this.asks.filter((o) => o.cities.includes(city));
		const at = this.session.game.map.places.get(city);
		if (offers.length === 0 || !at) {
			this.leave();
			this.route.look(city);
			return false;
		}
		const places = new Set(offers.map((o) => o.cities.toSorted().join(' ')));
		if (places.size > 1) this.pointed = [...this.ends, city];
		else this.choose(offers, at, name('city', city));
		return true;
	}

	/** Handles a second tap on a city: moves the pawn there if possible. */
	again(city: string): void {
		if (!this.route.leads(city)) return;
		void this.route.go().then((gone) => {
			const [way] = gone ? [] : offeredAt(this.session, city).ways;
			if (way) void this.take(way);
		});
	}

	/** Reports whether the player can drag the pawn to a target. */
	get carries(): boolean {
		return this.session.asked && this.session.step === 'action' && !this.plan.active;
	}

	/**
	 * Shows the route while the pawn is dragged over a city, as for a tap. Away from cities, it shows no route.
	 */
	hold(city: string | null): void {
		this.leave();
		if (city === null) this.route.leave();
		else this.route.look(city);
		this.session.city = city;
	}

	/** Handles the drop of the pawn on a city like a second tap: the pawn moves there. */
	drop(city: string): void {
		this.session.city = null;
		this.again(city);
	}

	/** Plays the plan that the player has drawn, as far as it costs no card. */
	async playPlan(): Promise<void> {
		const path = [...this.plan.path];
		this.plan.clear();
		await followPlan(this.session, path);
	}

	/** Handles a tap on a place with moves: a single move is played; among several, the player chooses. */
	choose(offers: MoveOption[], at: Among['at'], title: string): void {
		const { travel } = this.session.game;
		// Moves of a pawn to the same city at the same price are equivalent, so any will do.
		const alike = offers.every((o) => o.operands.length === 1 && travel.includes(o.word));
		const [only] = offers;
		this.among = alike || offers.length < 2 ? null : { offers, at, title };
		if (only && !this.among) void this.take(only);
	}

	/** Plays a choice. If the settings require it, a choice that spends a card needs a second press. */
	async take(offer: MoveOption): Promise<void> {
		if (
			settings.guard &&
			familyOf(this.session.game, offer.word)?.guarded &&
			this.pending?.raw !== offer.raw
		) {
			this.doubted = offer;
			return;
		}
		await this.play(offer);
	}

	/** Plays a choice that was picked from a list or confirmed. */
	async play(offer: MoveOption): Promise<boolean> {
		this.leave();
		return this.session.choose(offer);
	}

	/** Ends the turn. With actions left, a second press is needed. */
	async end(): Promise<void> {
		const draw = this.session.offers.find((o) => o.word === 'draw');
		if (!draw) return;
		if (!this.ending && (this.session.position?.actions ?? 0) > 0) {
			this.leave();
			this.ending = true;
			return;
		}
		await this.play(draw);
	}

	/** Takes the last move back, or asks the other players for consent. */
	async undo(): Promise<void> {
		const { undo, ask } = this.session.live.update ?? {};
		if (!undo || ask) return;
		this.session.hurry();
		this.leave();
		await this.session.live.undo(undo.to);
	}

	/**
	 * Explains why a family has no legal move, from the reasons that the server sent with the moves. If
	 * `move` is given, it asks the server about that move.
	 */
	async explain(family: Family, move?: string): Promise<void> {
		const { seat, live } = this.session;
		const lack = this.session.lackOf(family);
		const held = !lack && live.record?.lesson ? t('web.learn.later') : undefined;
		this.reason = { family: family.id, rule: lack?.rule, words: held };
		if (seat === null || !move) return;
		try {
			const { rule } = await why(live.id, seat, move);
			if (this.reason?.family === family.id) this.reason = { family: family.id, rule };
		} catch (thrown) {
			if (this.reason?.family === family.id)
				this.reason = { family: family.id, words: refusalOf(thrown).words };
		}
	}

	/**
	 * Cancels what the player has begun: a selection, an open list or the drawn plan. It returns false if there
	 * was nothing to cancel.
	 */
	back(): boolean {
		const { session, plan } = this;
		const was =
			this.pending ??
			this.listed ??
			this.card ??
			this.reason ??
			this.ends[0] ??
			session.verb ??
			session.city ??
			session.live.refusal;
		if (was === null && plan.active) plan.clear();
		else if (was === null && !this.ending) return false;
		session.live.refusal = null;
		this.leave();
		session.city = null;
		return true;
	}

	/**
	 * Closes the list of choices, as for a press outside the list. The selection stays, and the map still shows
	 * it.
	 */
	shut(): void {
		this.shutting = { id: this.listed ?? this.card, at: performance.now() };
		this.listed = null;
		this.card = null;
	}

	/** Reports whether this press has just closed a list, so that it must not open the same list again. */
	justShut(id: string): boolean {
		return this.shutting.id === id && performance.now() - this.shutting.at < 400;
	}

	/** Cancels all input that the player has begun. */
	leave(): void {
		this.listed = null;
		this.card = null;
		this.reason = null;
		this.doubted = null;
		this.ending = false;
		this.pointed = [];
		this.among = null;
		this.session.verb = null;
	}

	/**
	 * Registers choices for the digit keys while their list is shown. If several lists are shown, the newest
	 * has the keys.
	 */
	number(list: () => ((() => void) | undefined)[]): () => void {
		this.lists.push(list);
		return () => {
			this.lists = this.lists.filter((l) => l !== list);
		};
	}

	/** Picks the choice with number n, from 1. It returns false if there is none. */
	nth(n: number): boolean {
		const choose = this.lists.at(-1)?.()[n - 1];
		choose?.();
		return choose !== undefined;
	}
}

const interactions = new WeakMap<PlayerSession, Interaction>();

/** Returns the unfinished input of a session, the same object for every caller. */
export function interactionOf(session: PlayerSession): Interaction {
	const known = interactions.get(session);
	if (known) return known;
	const interaction = new Interaction(session);
	interactions.set(session, interaction);
	return interaction;
}
