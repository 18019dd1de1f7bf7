// The data of a game's box, generated from its rules in Go: cities and links, diseases, the tracks, and the
// words of its notation. Each game generates its own.

import type { Vocabulary } from '../../../i18n/notation.ts';

/** How the prices of a role differ from the usual ones. */
interface RoleInfo {
	/** How many cards of one colour a cure takes from this role. */
	cureWith: number;
	/** The role's hand limit, if it differs from that of other roles. */
	handLimit?: number;
	/** The verbs that the role plays without spending a card. */
	free?: string[];
}

interface VerbInfo {
	args: string[];
	/** The price of the verb in actions. */
	cost?: number;
	rule?: string;
	role?: string;
	event?: string;
	steps?: string[];
	standing?: boolean;
	/**
	 * What the verb takes from the hand. `target`: the card of the city it names. `here`: the card of the
	 * city the pawn is in. `operand`, or `first` of two operands: the card it names. `several`: as many cards
	 * as a cure takes.
	 */
	spends?: string;
}

/** The numbers of a game that the client shows; a game can lack some. */
interface Numbers {
	cubes: number;
	full: number;
	stations?: number;
	handLimit: number;
	actions: number;
	draws: number;
	cureWith: number;
	outbreaks: number;
	rate: readonly number[];
}

export interface City {
	id: string;
	disease: string;
	population?: number;
	/** The cities linked to this one. */
	near: string[];
}

/** The content of the generated file src/gen/<game>.json. */
export interface BoxFile {
	game: string;
	/** The city where all pawns start, if there is one. */
	start?: string;
	diseases: { id: string }[];
	cities: Omit<City, 'near'>[];
	/** Infection cards that belong to no city, with their disease. */
	cityless?: Record<string, string>;
	links: string[][];
	numbers: Numbers;
	roles: (RoleInfo & { id: string })[];
	events: string[];
	verbs: Record<string, VerbInfo>;
	facts: Vocabulary;
}

export class Box {
	readonly game: string;
	readonly start: string | undefined;
	readonly numbers: Numbers;
	readonly diseases: BoxFile['diseases'];
	readonly roles: ReadonlyMap<string, RoleInfo>;
	readonly events: readonly string[];
	readonly verbs: Record<string, VerbInfo | undefined>;
	/** How to read the log's facts, and the moves: the operands of each word. */
	readonly facts: Vocabulary;
	readonly moves: Vocabulary;
	readonly cities: ReadonlyMap<string, City>;
	private readonly cityless: Record<string, string | undefined>;

	constructor(file: BoxFile) {
		this.game = file.game;
		this.start = file.start;
		this.numbers = file.numbers;
		this.diseases = file.diseases;
		this.roles = new Map(file.roles.map((r) => [r.id, r]));
		this.events = file.events;
		this.cityless = file.cityless ?? {};
		this.verbs = file.verbs;
		this.facts = file.facts;
		this.moves = Object.fromEntries(Object.entries(file.verbs).map(([word, v]) => [word, v.args]));
		this.cities = new Map(
			file.cities.map((c) => {
				const lines = file.links.filter((l) => l.includes(c.id));
				return [c.id, { ...c, near: lines.map(([a, b]) => (a === c.id ? b : a) ?? '') }];
			}),
		);
	}

	isCity = (id: string): boolean => this.cities.has(id);

	/** Returns the disease of a city or card; undefined if it has none. */
	diseaseOf = (id: string): string | undefined => this.cities.get(id)?.disease ?? this.cityless[id];

	/** Returns the verbs that only roles have, or only event cards. */
	verbsOf(of: 'role' | 'event'): string[] {
		return Object.keys(this.verbs).filter((word) => this.verbs[word]?.[of]);
	}

	isEvent(word: string): boolean {
		return this.verbs[word]?.event !== undefined;
	}

	/** Returns what a move takes from the hand of a role; undefined if the role plays it without a card. */
	spendsOf(word: string, role: string | undefined): string | undefined {
		return this.roles.get(role ?? '')?.free?.includes(word) ? undefined : this.verbs[word]?.spends;
	}

	/** Returns how many cards of one colour a cure takes from a role. */
	cureWith(role: string | undefined): number {
		return this.roles.get(role ?? '')?.cureWith ?? this.numbers.cureWith;
	}
}
