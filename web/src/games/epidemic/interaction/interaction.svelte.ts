// What a player is in the middle of doing: an action that was picked and has no
// target yet, a choice that waits for a second press, a plan. It belongs to a session,
// and the parts of the table that act all ask for the same one.

import { refusalOf } from '../../../api/refusal.ts';
import { why } from '../../../api/why.ts';
import { operand } from '../../../i18n/notation.ts';
import { name, t } from '../../../i18n/words.svelte.ts';
import { settings } from '../../../settings.svelte.ts';
import { offeredAt } from '../board/ways.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { type Family, familyNamed, familyOf, offersFor } from './families.ts';
import { Plan, plansOf } from './plan.svelte.ts';
import { isBroad } from './pointing.ts';
import { Promises } from './promises.svelte.ts';
import { followPlan, Route } from './route.svelte.ts';

/** Why a family has no move now. Without a rule, the server could not be asked. */
export interface Reason {
	family: string;
	rule?: string;
	words?: string;
}

/** Moves to choose one of, beside the point of the map that they are about. */
export interface Among {
	offers: MoveOption[];
	at: { x: number; y: number };
	title: string;
}

export class Interaction {
	readonly session: PlayerSession;
	readonly plan: Plan;
	/** The way to the city that was tapped. */
	readonly route: Route;
	/** Answers that are given for more than one question. */
	readonly promises: Promises;
	/** The family whose choices are listed. */
	listed = $state<string | null>(null);
	/** The card of the hand whose uses are listed. */
	card = $state<string | null>(null);
	/** Why something cannot be done, until something else is. */
	reason = $state.raw<Reason | null>(null);
	/** The turn is about to be ended with actions left. */
	ending = $state(false);
	/** Advice is asked for, and lies open. */
	advising = $state(false);
	/** The plan of the advice that is looked at. */
	drawn = $state.raw<{ seat: number; path: string[] } | null>(null);
	/** The page of keys is open. */
	help = $state(false);
	/** Moves that a place on the board stands for, and where that is: one of them has to be chosen. */
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

	/** A choice that waits for a second press. One that is no longer legal is forgotten. */
	pending: MoveOption | null = $derived.by(() => {
		const doubted = this.doubted;
		return this.session.all.find((o) => o.raw === doubted?.raw && o.seat === doubted.seat) ?? null;
	});

	/** The family that was picked: the board shows where it leads. */
	family: Family | undefined = $derived.by(() =>
		this.session.verb === null ? undefined : familyOf(this.session.game, this.session.verb),
	);

	/** Cities that were pointed at for a move that names more than one. Those that no move names are forgotten. */
	ends: readonly string[] = $derived.by(() => {
		const named = this.session.asks.some((o) => this.pointed.every((c) => o.cities.includes(c)));
		return named ? this.pointed : [];
	});

	/** What the board asks to be pointed at, with the cities that were pointed at already. */
	asks: MoveOption[] = $derived.by(() =>
		this.session.asks.filter((o) => this.ends.every((c) => o.cities.includes(c))),
	);

	/** The plans to draw, one's own at once. */
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

	/** Where somebody would like to send a pawn of mine. */
	get wanted(): { seat: number; path: string[] } | undefined {
		const { about, pawn } = this.promises.asking ?? {};
		const city = about && operand(about, 'city');
		const from = pawn === undefined ? undefined : this.session.position?.seats[pawn]?.pawn;
		return city && from && pawn !== undefined ? { seat: pawn, path: [from, city] } : undefined;
	}

	/** Whether one may ask what to do now. */
	get advisable(): boolean {
		return this.session.asked && this.session.step === 'action' && this.session.live.record?.advice === 'on';
	}

	/** Asks what to do, or puts the advice away. */
	advise(): void {
		this.leave();
		this.session.city = null;
		this.advising = this.advisable && !this.advising;
	}

	/** The legal moves of a family. */
	offersFor(family: Family): MoveOption[] {
		return offersFor(family, this.session.all, this.session.seat);
	}

	/**
	 * Picks a family: plays its only move, shows its targets on the map, or lists its
	 * choices. Keyboard users get the list of cities too.
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

	/** Shows on the board where a verb leads. */
	aim(word: string): void {
		this.leave();
		this.session.verb = word;
	}

	/** A city was pointed at. False: it means nothing for what is being done, and its panel may open. */
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

	/** A city was tapped again: the pawn goes there, where that is possible. */
	again(city: string): void {
		if (!this.route.leads(city)) return;
		void this.route.go().then((gone) => {
			const [way] = gone ? [] : offeredAt(this.session, city).ways;
			if (way) void this.take(way);
		});
	}

	/** Whether the pawn can be carried to where it should go. */
	get carries(): boolean {
		return this.session.asked && this.session.step === 'action' && !this.plan.active;
	}

	/** The pawn is held over a city: the way there is shown, as by a tap. Over none, nothing is. */
	hold(city: string | null): void {
		this.leave();
		if (city === null) this.route.leave();
		else this.route.look(city);
		this.session.city = city;
	}

	/** The pawn was let go over a city: it goes there, as by a second tap. */
	drop(city: string): void {
		this.session.city = null;
		this.again(city);
	}

	/** Plays the plan that one has drawn, as far as it can be played without a card. */
	async playPlan(): Promise<void> {
		const path = [...this.plan.path];
		this.plan.clear();
		await followPlan(this.session, path);
	}

	/** The moves that a place of the board stands for: the only one is played, otherwise one is asked which. */
	choose(offers: MoveOption[], at: Among['at'], title: string): void {
		const { travel } = this.session.game;
		// Ways of a pawn to the same city that cost the same are all the same.
		const alike = offers.every((o) => o.operands.length === 1 && travel.includes(o.word));
		const [only] = offers;
		this.among = alike || offers.length < 2 ? null : { offers, at, title };
		if (only && !this.among) void this.take(only);
	}

	/** Plays a choice of one press; one that spends a card waits for a second, where the settings say so. */
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

	/** Plays a choice that was made in full view: named in a list, or confirmed. */
	async play(offer: MoveOption): Promise<boolean> {
		this.leave();
		return this.session.choose(offer);
	}

	/** Ends the turn. With actions left that takes a second press. */
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

	/** Takes the last move back, or asks whether it may be. */
	async undo(): Promise<void> {
		const { undo, ask } = this.session.live.update ?? {};
		if (!undo || ask) return;
		this.session.hurry();
		this.leave();
		await this.session.live.undo(undo.to);
	}

	/** Says what a family lacks, as the server has told; of a single move the server is asked. */
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

	/** Goes one step back. False: there was nothing to leave. */
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

	/** Closes the list of choices, as a press beside it does. What was picked stays picked: the map still shows it. */
	shut(): void {
		this.shutting = { id: this.listed ?? this.card, at: performance.now() };
		this.listed = null;
		this.card = null;
	}

	/** Whether the press that closed a list is the one that would open it again. */
	justShut(id: string): boolean {
		return this.shutting.id === id && performance.now() - this.shutting.at < 400;
	}

	/** Leaves whatever was begun. */
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

	/** Lists choices that figures choose from, as long as they are shown; the newest list goes first. */
	number(list: () => ((() => void) | undefined)[]): () => void {
		this.lists.push(list);
		return () => {
			this.lists = this.lists.filter((l) => l !== list);
		};
	}

	/** Chooses by figure, from 1. */
	nth(n: number): boolean {
		const choose = this.lists.at(-1)?.()[n - 1];
		choose?.();
		return choose !== undefined;
	}
}

const interactions = new WeakMap<PlayerSession, Interaction>();

/** What is being done at a session. */
export function interactionOf(session: PlayerSession): Interaction {
	const known = interactions.get(session);
	if (known) return known;
	const interaction = new Interaction(session);
	interactions.set(session, interaction);
	return interaction;
}
