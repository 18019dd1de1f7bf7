// What the box of a game holds, generated from its rules in Go: cities and lines,
// diseases, the tracks, and the words of its notation. Each game makes its own.

import type { Vocabulary } from '../../../i18n/notation.ts';

/** What a role pays differently. */
export interface RoleInfo {
	/** Cards of a colour that a cure takes. */
	cureWith: number;
	/** Cards that it keeps, where that is not what others do. */
	handLimit?: number;
	/** Moves that it makes without the card that they spend. */
	free?: string[];
}

export interface VerbInfo {
	args: string[];
	/** Actions that it costs. */
	cost?: number;
	rule?: string;
	role?: string;
	event?: string;
	steps?: string[];
	standing?: boolean;
	/**
	 * What it takes from the hand: the card of the city that it names (target), of the city that the pawn is in
	 * (here), the card that it names (operand, or first where it names two), or as many as a cure takes (several).
	 */
	spends?: string;
}

/** The numbers that are shown. What a game has no number for, it has none of. */
export interface Numbers {
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
	/** The cities at the other ends of its lines. */
	near: string[];
}

/** The generated file, src/gen/<game>.json. */
export interface BoxFile {
	game: string;
	/** The city where all begin, if there is one. */
	start?: string;
	diseases: { id: string }[];
	cities: Omit<City, 'near'>[];
	/** Infection cards that are of no city, with their disease. */
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
	/** The words of the log, and those of the moves. */
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

	/** The disease of a city, or of a card that has one. */
	diseaseOf = (id: string): string | undefined => this.cities.get(id)?.disease ?? this.cityless[id];

	/** The verbs of roles, or of events. */
	verbsOf(of: 'role' | 'event'): string[] {
		return Object.keys(this.verbs).filter((word) => this.verbs[word]?.[of]);
	}

	isEvent(word: string): boolean {
		return this.verbs[word]?.event !== undefined;
	}

	/** What a move takes from the hand of a role; nothing where it builds without. */
	spendsOf(word: string, role: string | undefined): string | undefined {
		return this.roles.get(role ?? '')?.free?.includes(word) ? undefined : this.verbs[word]?.spends;
	}

	/** How many cards of a colour a cure takes of a role. */
	cureWith(role: string | undefined): number {
		return this.roles.get(role ?? '')?.cureWith ?? this.numbers.cureWith;
	}
}
