// One person's session at a table of a map game: the position, the legal moves (offers), and what the
// player has selected. All parts of the table share it, and only the session sends moves to the table.

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

/** The chances that a careful player could calculate, per mille. */
interface Chances {
	/** The chance that the next player cards drawn contain an epidemic. */
	epidemic: number;
	/** The chance that each city's infection card comes in the next infection step. */
	infection: Record<string, number>;
}

/** The table as it is shown now: the question, the position, and the log. */
interface Shown {
	update: Update | null;
	position: Position | null;
	steps: readonly Step[];
}

export class PlayerSession {
	readonly live: LiveTable;
	readonly game: Game;
	readonly box: Box;
	/** The seat that the player chose, if they hold several. */
	chosen = $state<number | null>(null);
	/** The verb that is selected in the action bar; the board then shows only its targets. */
	verb = $state<string | null>(null);
	/** The city whose panel is open. */
	city = $state<string | null>(null);
	/** The cities that the log, a card or a plan highlights. */
	lit = $state.raw<readonly string[]>([]);
	/** The rule that the rule dialog shows; null if it is closed. */
	rule = $state<string | null>(null);
	/** Whether the start of the game is being shown; other texts wait. */
	dealing = $state(false);
	/** Whether the page is offering sounds to the player; other texts have priority. */
	offering = $state(false);
	/** Ends the running animation, since a player must not act on an old position. */
	hurry: () => void = () => {};
	/**
	 * Returns the hands, tracks and log as they were at the current step of an animation; null if none is
	 * running.
	 */
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

	/** The table as far as it has been animated. */
	shown: Shown = $derived.by(() => {
		const past = this.past();
		if (past) return { ...past, steps: toldUntil(this.live.steps, past.mark) };
		return { update: this.live.update, position: this.position, steps: this.live.steps };
	});

	/** The chances that the player can calculate, per mille; undefined if the view has none. */
	chances: Chances | undefined = $derived.by(() => {
		const sent = this.shown.update?.chances as Partial<Chances> | undefined;
		return sent && { epidemic: 0, infection: {}, ...sent };
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

	/** All legal moves of all the player's seats. */
	all: MoveOption[] = $derived.by(() =>
		this.live.mine.flatMap((s) => {
			const offers = offersOf(this.box, s, this.live.movesOf(s));
			return this.kind === 'free' ? offers.map((o) => ({ ...o, cost: 0 })) : offers;
		}),
	);

	/** The legal moves of the seat that acts. */
	offers: MoveOption[] = $derived.by(() => this.all.filter((o) => o.seat === this.seat));

	/** What is missing for each of the acting seat's actions that has no legal move, by verb. */
	lacks: Map<string, Lack> = $derived.by(() => {
		const told = this.live.update?.moves?.find((m) => m.seat === this.seat)?.lacks;
		return new Map(told?.map((lack) => [lack.verb, lack]));
	});

	/**
	 * Returns what is missing for a button of the action bar: for the first of its verbs that lacks
	 * something.
	 */
	lackOf({ words }: { words: readonly string[] }): Lack | undefined {
		return words.map((word) => this.lacks.get(word)).find((lack) => lack);
	}

	/** The step of the open question, which is the API's name for its kind. */
	step: string = $derived.by(() => this.live.update?.question.step ?? '');

	/** How the table shows the open question. */
	get kind(): StepKind | undefined {
		return kindOf(this.game, this.step);
	}

	/** Whether the acting seat owes the answer to the open question. */
	asked: boolean = $derived.by(() => this.seat !== null && this.live.owed.includes(this.seat));

	/** Whether it is the turn of one of the player's seats. */
	myTurn: boolean = $derived.by(
		() => this.position !== null && this.live.mine.includes(this.position.active),
	);

	/**
	 * The legal moves to cities that the board shows: those of the selected action, or the answers to an open
	 * question. While no action is selected, it shows all moves except those of actions that lead nearly
	 * everywhere, event cards, and moves about a railway line.
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
	 * The moves that the player picks on the board: those of the selected action, or the answers to a question
	 * about places. Travel is not included: the panel of a city lists it.
	 */
	asks: MoveOption[] = $derived.by(() => {
		const places = this.offers.filter((o) => o.city !== undefined || o.region !== undefined);
		if (this.verb !== null) return places.filter((o) => this.picked(o));
		if (this.step === 'action') return [];
		return places.filter((o) => this.answers(o) && !this.game.travel.includes(o.word));
	});

	/**
	 * Reports whether a move belongs to the selected action. A button whose moves are picked on the board
	 * counts as one action, even with several verbs.
	 */
	private picked({ word }: MoveOption): boolean {
		const family = familyOf(this.game, this.verb ?? '');
		return word === this.verb || (family?.map === true && family.words.includes(word));
	}

	/** Reports whether a move answers the open question. */
	private answers({ word }: MoveOption): boolean {
		if (this.kind === 'events') return this.box.isEvent(word);
		return this.box.verbs[word]?.steps?.includes(this.step) ?? false;
	}

	/** Returns the name of a seat's player. */
	seatName = (seat: number): string => {
		const alone = this.live.mine.length > 1 && this.live.mine.includes(seat);
		const role = this.position?.seats[seat]?.role;
		if (alone && role) return name('role', role);
		if (this.ofNobody(seat)) return text('web.team.centre');
		return playerName(this.live.record?.seats, seat, role ?? '');
	};

	/** Returns the team of a seat; undefined in games without teams. */
	teamOf = (seat: number): number | undefined => {
		const at = this.live.record?.teams?.findIndex((seats) => seats?.includes(seat));
		return at === -1 ? undefined : at;
	};

	/** Reports whether a number stands for a hand that belongs to no seat. */
	protected ofNobody(seat: number): boolean {
		return seat >= (this.position?.seats.length ?? Number.POSITIVE_INFINITY);
	}

	/** Plays a legal move, and closes the panels that were open for it. */
	choose(offer: MoveOption): Promise<boolean> {
		this.hurry();
		this.letGo();
		return this.live.play(offer.seat, offer.raw);
	}

	/** Clears the selection. */
	letGo(): void {
		this.verb = null;
		this.city = null;
	}
}
