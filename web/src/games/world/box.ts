// What the box of the world game holds, generated from its rules in Go: cities
// and lines, diseases, the tracks, and the words of its notation.

import box from '../../gen/world.json';
import type { Vocabulary } from '../../words/notation.ts';

export const game = box.game;
/** The city where all begin. */
export const start = box.start;
export const numbers = box.numbers;
export const diseases = box.diseases;
export const roles: readonly string[] = box.roles.map((r) => r.id);
export const events: readonly string[] = box.events;

/** What a role pays differently. */
export interface RoleInfo {
	/** Cards of a colour that a cure takes. */
	cureWith: number;
	/** Moves that it makes without the card that they spend. */
	free?: string[];
}

export const roleInfo: ReadonlyMap<string, RoleInfo> = new Map(box.roles.map((r) => [r.id, r]));

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
	 * (here), the card that it names (operand), or as many as a cure takes (several).
	 */
	spends?: string;
}

export const verbs: Record<string, VerbInfo | undefined> = box.verbs;

/** What a move takes from the hand of a role; nothing where it builds without. */
export function spendsOf(word: string, role: string | undefined): string | undefined {
	return roleInfo.get(role ?? '')?.free?.includes(word) ? undefined : verbs[word]?.spends;
}

/** How many cards of a colour a cure takes of a role. */
export function cureWith(role: string | undefined): number {
	return roleInfo.get(role ?? '')?.cureWith ?? numbers.cureWith;
}

export const facts: Vocabulary = box.facts;
export const moves: Vocabulary = Object.fromEntries(
	Object.entries(box.verbs).map(([word, v]) => [word, v.args]),
);

export interface City {
	id: string;
	disease: string;
	population: number;
	/** The cities at the other ends of its lines. */
	near: string[];
}

export const cities: ReadonlyMap<string, City> = new Map(
	box.cities.map((c) => {
		const lines = box.links.filter((l) => l.includes(c.id));
		return [c.id, { ...c, near: lines.map(([a, b]) => (a === c.id ? b : a) ?? '') }];
	}),
);

export function isCity(id: string): boolean {
	return cities.has(id);
}

/** The disease of a city, or of the card of one. */
export function diseaseOf(id: string): string | undefined {
	return cities.get(id)?.disease;
}
