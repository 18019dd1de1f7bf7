import { existsSync } from 'node:fs';
import { games } from '../chunks.ts';
import type { Sheet } from './sheet.ts';

const fileOf = (game: string) => new URL(`${game}.ts`, import.meta.url);

/** The sheets of all games with a map. Each is in the file of this folder that is named after the game. */
export const sheets: Sheet[] = await Promise.all(
	games
		.filter((game) => existsSync(fileOf(game)))
		.map(async (game) => ((await import(fileOf(game).href)) as { sheet: Sheet }).sheet),
);
