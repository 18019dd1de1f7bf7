import { readFileSync } from 'node:fs';
import { languages, textsOf } from '../languages.ts';
import type { Names } from './labels.ts';

/** The parts of a game's board that its map needs. The file is generated from the rules of the game. */
export type Board = {
	cities: { id: string; disease?: string }[];
	links: [string, string][];
	/** The links on which no railroad can be built, drawn as dots. */
	dotted?: [string, string][];
	/** The areas enclosed by links, each with the cities around it. */
	regions?: { id: string; cities: string[] }[];
	ports?: string[];
};

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;

export const readBoard = (game: string): Board => read(`../src/gen/${game}.json`);

/** readNames returns the names of the given cities in each language. */
export function readNames(ids: string[]): Names {
	const english = textsOf('en');
	const texts = languages.map(({ lang }) => ({ ...english, ...textsOf(lang) }));
	return Object.fromEntries(ids.map((id) => [id, texts.map((text) => text[`city.${id}`] ?? missing(id))]));
}

function missing(id: string): never {
	throw new Error(`${id} has no name`);
}
