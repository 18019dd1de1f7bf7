import { readFileSync } from 'node:fs';
import type { Names } from './labels.ts';

/** What the map needs to know of a board; the file is made from the rules of the game. */
export type Board = {
	cities: { id: string; disease?: string }[];
	links: [string, string][];
	/** Those of the links on which no rails can lie. */
	dotted?: [string, string][];
	/** What the links enclose, each by the cities around it. */
	regions?: { id: string; cities: string[] }[];
	ports?: string[];
};

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;

export const readBoard = (game: string): Board => read(`../src/gen/${game}.json`);

/** readNames gives the names of cities in English and in French. */
export function readNames(ids: string[]): Names {
	const texts = ['en', 'fr'].map((language) => read<Record<string, string>>(`../../locale/${language}.json`));
	return Object.fromEntries(ids.map((id) => [id, texts.map((text) => text[`city.${id}`] ?? missing(id))]));
}

function missing(id: string): never {
	throw new Error(`${id} has no name`);
}
