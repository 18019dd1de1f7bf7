// What one person has in front of them at a table of a map game: the
// position, their offers, and what they are looking at. The parts of the table
// all work on one session, and only the session speaks with the table.

import type { Lack, Step, Update } from '../../gen/api.ts';
import { name, text } from '../../i18n/words.svelte.ts';
import { playerName } from '../../table/bots.ts';
import type { LiveTable } from '../../table/live.svelte.ts';
import { type Past, toldUntil } from './board/past.ts';
import { familyOf } from './interaction/families.ts';
import type { Box } from './model/box.ts';
import type { Game, StepKind } from './model/game.ts';
import { type MoveOption, offersOf } from './model/offers.ts';
import { type Position, positionOf } from './model/position.ts';
import { kindOf } from './model/steps.ts';

/** What a careful player would reckon, in thousandths. */
export interface Chances {
	/** That the next draw of player cards brings an epidemic. */
	epidemic: number;
	/** That a city's card comes up in the next infection step. */
	infection: Record<string, number>;
}

/** A table as it is told: what is asked, where it stands, and its log. */
export interface Shown {
	update: Update | null;
	position: Position | null;
	steps: readonly Step[];
}

export class PlayerSession {
	readonly live: LiveTable;
	readonly game: Game;
	readonly box: Box;
	/** The seat that was chosen among several of one's own. */
	chosen = $state<number | null>(null);
	/** The action that was picked in the bar: the board then shows only where it leads. */
	verb = $state<string | null>(null);
	/** The city whose panel is open. */
	city = $state<string | null>(null);
	/** Cities that light up because the log, a card or a plan speaks of them. */
	lit = $state.raw<readonly string[]>([]);
	/** The rule that is open for reading. */
	rule = $state<string | null>(null);
	/** The game is seen to begin: words wait. */
	dealing = $state(false);
	/** Sounds are offered, which is not done beside other words. */
	offering = $state(false);
	/** Ends whatever the board is still showing of the past: nobody plays on an old picture. */
	hurry: () => void = () => {};
	/** What is still being shown of the past. */
	past: () => Past | null = () => null;

	constructor(live: LiveTable, game: Game) {
		this.live = live;
		this.game = game;
		this.box = game.box;
	}

	get moves() {
		return this.box.moves;
	}

	position: Position | null = $derived.by(() => {
		const view = this.live.update?.view;
		return view ? positionOf(this.box, view) : null;
	});

	/** What stands beside the board: the table as far as it has been seen. */
	shown: Shown = $derived.by(() => {
		const past = this.past();
		if (past) return { ...past, steps: toldUntil(this.live.steps, past.mark) };
		return { update: this.live.update, position: this.position, steps: this.live.steps };
	});

	/** What one may reckon, per mille. */
	chances: Chances | undefined = $derived.by(() => {
		const sent = this.shown.update?.chances as Partial<Chances> | undefined;
		return sent && { epidemic: 0, infection: {}, ...sent };
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

	/** Every legal move of every seat of mine. */
	all: MoveOption[] = $derived.by(() =>
		this.live.mine.flatMap((s) => {
			const offers = offersOf(this.box, s, this.live.movesOf(s));
			return this.kind === 'free' ? offers.map((o) => ({ ...o, cost: 0 })) : offers;
		}),
	);

	/** The legal moves of the seat that acts. */
	offers: MoveOption[] = $derived.by(() => this.all.filter((o) => o.seat === this.seat));

	/** What the seat that acts lacks for the actions that it has no move of, by their verbs. */
	lacks: Map<string, Lack> = $derived.by(() => {
		const told = this.live.update?.moves?.find((m) => m.seat === this.seat)?.lacks;
		return new Map(told?.map((lack) => [lack.verb, lack]));
	});

	/** What it lacks for a button of the action bar: the first of its verbs that is told of. */
	lackOf({ words }: { words: readonly string[] }): Lack | undefined {
		return words.map((word) => this.lacks.get(word)).find((lack) => lack);
	}

	/** The question that is open: its kind. */
	step: string = $derived.by(() => this.live.update?.question.step ?? '');

	/** What it is about. */
	get kind(): StepKind | undefined {
		return kindOf(this.game, this.step);
	}

	/** Whether the seat that acts is the one that is asked. */
	asked: boolean = $derived.by(() => this.seat !== null && this.live.owed.includes(this.seat));

	/** Whether it is the turn of one of my seats. */
	myTurn: boolean = $derived.by(
		() => this.position !== null && this.live.mine.includes(this.position.active),
	);

	/**
	 * Offers of the board: those that lead to a city, of the chosen action if there is one, otherwise the answers to
	 * what is asked. An action that leads nearly everywhere, an event or a move about a line says nothing about a
	 * place: it is shown once it is chosen.
	 */
	onMap: MoveOption[] = $derived.by(() => {
		const places = this.offers.filter((o) => o.city !== undefined && this.box.isCity(o.city));
		if (this.verb !== null) return places.filter((o) => this.picked(o));
		if (this.step !== 'action' && this.kind !== 'acts') return places.filter((o) => this.answers(o));
		const told = places.filter((o) => o.cities.length === 1 && !this.box.isEvent(o.word));
		const reach = Map.groupBy(told, (o) => o.word);
		const cities = (word: string) => new Set(reach.get(word)?.map((o) => o.city)).size;
		return told.filter((o) => cities(o.word) < this.box.cities.size / 2);
	});

	/**
	 * What the board asks to be pointed at: the moves of the chosen action, or the answers to a question about places.
	 * Ways to travel are not: the panel of a city lists them.
	 */
	asks: MoveOption[] = $derived.by(() => {
		const places = this.offers.filter((o) => o.city !== undefined || o.region !== undefined);
		if (this.verb !== null) return places.filter((o) => this.picked(o));
		if (this.step === 'action') return [];
		return places.filter((o) => this.answers(o) && !this.game.travel.includes(o.word));
	});

	/** Whether a move belongs to the chosen action: those of one button that are pointed at are one thing. */
	private picked({ word }: MoveOption): boolean {
		const family = familyOf(this.game, this.verb ?? '');
		return word === this.verb || (family?.map === true && family.words.includes(word));
	}

	/** Whether a move answers the question that is open. */
	private answers({ word }: MoveOption): boolean {
		if (this.kind === 'events') return this.box.isEvent(word);
		return this.box.verbs[word]?.steps?.includes(this.step) ?? false;
	}

	/** The name of whoever sits on a seat. */
	seatName = (seat: number): string => {
		const alone = this.live.mine.length > 1 && this.live.mine.includes(seat);
		const role = this.position?.seats[seat]?.role;
		if (alone && role) return name('role', role);
		if (this.ofNobody(seat)) return text('web.team.centre');
		return playerName(this.live.record?.seats, seat, role ?? '');
	};

	/** The team of a seat; undefined where everybody plays together. */
	teamOf = (seat: number): number | undefined => {
		const at = this.live.record?.teams?.findIndex((seats) => seats?.includes(seat));
		return at === -1 ? undefined : at;
	};

	/** Whether a number stands for a hand that belongs to no seat. */
	protected ofNobody(seat: number): boolean {
		return seat >= (this.position?.seats.length ?? Number.POSITIVE_INFINITY);
	}

	/** Plays an offer, and puts away what was open for it. */
	choose(offer: MoveOption): Promise<boolean> {
		this.hurry();
		this.letGo();
		return this.live.play(offer.seat, offer.raw);
	}

	/** Closes what was picked. */
	letGo(): void {
		this.verb = null;
		this.city = null;
	}
}
