// Positions of a table with the laboratory: every question that it asks, and several stages of progress.

import type { Update } from '../src/gen/api.ts';
import type { Taste, Until } from './drive.ts';
import type { Wanted } from './positions.ts';
import { worldOf } from './table.ts';

export const settings = { box: 'lab', lab: 'on', players: '2', epidemics: '4' };
/** The settings of a solo table with the control centre and the laboratory. */
export const alone = { box: 'lab', lab: 'on', mode: 'solo', epidemics: '4', players: '1' };

const lab = ['characterise', 'centrifuge', 'separate', 'grow', 'fill', 'test', 'sample', 'lab-work'];

/** Prefers to work in the laboratory, and to go to cities where that is possible. */
export const researcher: Taste = (move, update) => {
	const [word = '', first = ''] = move.split(' ');
	const view = worldOf(update);
	if (word === 'cure') return 1e4;
	if (word === 'grow') return doomed(update, first) ? 1e-6 : 20;
	if (lab.includes(word)) return 100;
	if (word === 'treat') return 40;
	if (word === 'drive') return view.stations?.some((s) => s === first) ? 20 : 6;
	if (word === 'sequence') return 0.3;
	if (word === 'draw') return (view.actions ?? 0) > 0 ? 0.2 : 1;
	if (word === 'direct' || word === 'charter' || word === 'discard') return 0.05;
	return 1;
};

/** Reports whether too few cubes are left to double a dish's content. */
function doomed(update: Update, dish: string): boolean {
	const { dishes = {}, supply = {} } = worldOf(update);
	const cubes: Record<string, number> = { ...dishes[dish as keyof typeof dishes] };
	const left: Record<string, number> = { ...supply };
	return Object.entries(cubes).some(([disease, n]) => n > (left[disease] ?? 0));
}

const asks =
	(step: string): Until =>
	(u) =>
		!u.over && u.question.step === step;

const acting = (u: Update) => !u.over && u.question.step === 'action' && (worldOf(u).actions ?? 0) > 1;
const offered = (u: Update) => u.moves?.flatMap((m) => m.list ?? []) ?? [];
const cubesIn = (u: Update) =>
	Object.values(worldOf(u).dishes ?? {}).filter((d) => Object.keys(d).length > 0);

const at = (until: Until, taste: Taste = researcher): Wanted => ({
	wish: { settings },
	until,
	taste,
	most: 160,
});

const fond =
	(...words: string[]): Taste =>
	(move, update) =>
		words.includes(move.split(' ')[0] ?? '') ? 1000 : researcher(move, update);

/** A position for each question of the laboratory, and for stages of its progress. */
export const laboratory = {
	'lab-start': at(acting),
	'lab-work': at(
		(u) =>
			acting(u) &&
			cubesIn(u).length > 1 &&
			worldOf(u).research?.[0]?.cure !== undefined &&
			offered(u).some((m) => m.startsWith('fill ') || m.startsWith('centrifuge ')),
	),
	'lab-choose-dish': at(asks('choose-dish')),
	'lab-choose-slot': at(asks('choose-slot'), fond('sequence')),
	'lab-lab-action': at(asks('lab-action'), fond('build')),
	'lab-second-line': at(
		(u) => acting(u) && worldOf(u).research?.[1]?.sequence !== undefined,
		fond('build', 'sequence', 'slot'),
	),
	'lab-tested': at((u) => acting(u) && (worldOf(u).research?.some((l) => l['tested-with']) ?? false)),
	'lab-test-city': at((u) => asks('choose-city')(u) && worldOf(u).questions?.at(-1)?.verb === 'test'),
} satisfies Record<string, Wanted>;

export type Laboratory = keyof typeof laboratory;
