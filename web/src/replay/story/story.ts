// The story of a game as it is shown: which turn a place belongs to, how much its moves
// and its cards brought in all, what a figure is called. Figures come from the server.

import type { Estimate, Story, StoryPoint, StoryTurn } from '../../gen/api.ts';
import { percent } from '../../i18n/chance.ts';
import { number, t } from '../../i18n/words.svelte.ts';

/** What a turning point is about. */
export type Kind = 'skill' | 'luck' | 'missed';

/** A chance in percent. */
export const chance = ({ chance }: Pick<Estimate, 'chance'>): string => percent(chance * 1000);

/** So many standard errors hold 95 of 100 samples. */
const wide = 1.96;

/** How far an estimate may be off, in 95 of 100 samples. */
export const margin = ({ error }: Estimate): number => wide * error;

const rounded = (x: number) => Math.round(100 * x) || 0; // no −0

/** A change of the chance, in points of a hundred: “+4”. */
export const points = (change: number): string => number(rounded(change), { signDisplay: 'exceptZero' });

/** A change with how far it may be off: “−12 ± 3”. What is known exactly has none. */
export function change(of: Estimate): string {
	const by = points(of.chance);
	const off = rounded(margin(of));
	return of.error === 0 ? by : t('web.story.error', { by, off: off === 0 ? `<${number(1)}` : number(off) });
}

/** The turn that a place belongs to: the last one that has begun; the first one before that. */
export function turnOf(turns: readonly StoryTurn[], at: number): StoryTurn | undefined {
	return turns.findLast((turn) => turn.from <= at) ?? turns[0];
}

/** How far a turning point's figure may be off. */
export function estimateOf(point: StoryPoint, turn: StoryTurn | undefined): Estimate {
	const of = { skill: turn?.skill, luck: turn?.luck, missed: turn?.missed }[point.kind as Kind];
	return { chance: point.by, error: of?.error ?? 0 };
}

/** What the moves and the cards brought in all the turns that are told. */
export function sums(story: Story): { skill: number; luck: number } {
	const all = { skill: 0, luck: 0 };
	for (const { skill, luck } of story.turns ?? []) {
		all.skill += skill.chance;
		all.luck += luck.chance;
	}
	return all;
}

/** The turning points in the order of the game, each with its number there. */
export function numbered(story: Story): { n: number; point: StoryPoint; turn: StoryTurn | undefined }[] {
	return [...(story.points ?? [])]
		.sort((a, b) => a.turn - b.turn || a.at - b.at)
		.map((point, i) => ({
			n: i + 1,
			point,
			turn: story.turns?.find((turn) => turn.turn === point.turn),
		}));
}
