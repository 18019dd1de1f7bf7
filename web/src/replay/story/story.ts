// Prepares a game's story for display: the turn of a position, the total effects of moves and cards, and
// the figures as texts. The server computes all figures.

import type { Estimate, Story, StoryPoint, StoryTurn } from '../../gen/api.ts';
import { percent } from '../../i18n/chance.ts';
import { number, t } from '../../i18n/words.svelte.ts';

/** The category of a turning point. */
export type Kind = 'skill' | 'luck' | 'missed';

/** Returns a chance as a percentage. */
export const chance = ({ chance }: Pick<Estimate, 'chance'>): string => percent(chance * 1000);

/** How many standard errors above and below an estimate cover the true value in 95 of 100 cases. */
const wide = 1.96;

/** Returns the margin of error of an estimate, which covers the true value in 95 of 100 cases. */
export const margin = ({ error }: Estimate): number => wide * error;

const rounded = (x: number) => Math.round(100 * x) || 0; // avoids −0

/** Returns a change of the chance in percentage points, such as “+4”. */
export const points = (change: number): string => number(rounded(change), { signDisplay: 'exceptZero' });

/** Returns a change with its margin of error, such as “−12 ± 3”. An exact value has none. */
export function change(of: Estimate): string {
	const by = points(of.chance);
	const off = rounded(margin(of));
	return of.error === 0 ? by : t('web.story.error', { by, off: off === 0 ? `<${number(1)}` : number(off) });
}

/** Returns the turn of a position: the last turn that has begun, or the first turn if none has. */
export function turnOf(turns: readonly StoryTurn[], at: number): StoryTurn | undefined {
	return turns.findLast((turn) => turn.from <= at) ?? turns[0];
}

/** Returns the effect of a turning point, with its error. */
export function estimateOf(point: StoryPoint, turn: StoryTurn | undefined): Estimate {
	const of = { skill: turn?.skill, luck: turn?.luck, missed: turn?.missed }[point.kind as Kind];
	return { chance: point.by, error: of?.error ?? 0 };
}

/** Returns the total effects of moves and of cards, over all analysed turns. */
export function sums(story: Story): { skill: number; luck: number } {
	const all = { skill: 0, luck: 0 };
	for (const { skill, luck } of story.turns ?? []) {
		all.skill += skill.chance;
		all.luck += luck.chance;
	}
	return all;
}

/** Returns the turning points in the order of the game, each with its number. */
export function numbered(story: Story): { n: number; point: StoryPoint; turn: StoryTurn | undefined }[] {
	return [...(story.points ?? [])]
		.sort((a, b) => a.turn - b.turn || a.at - b.at)
		.map((point, i) => ({
			n: i + 1,
			point,
			turn: story.turns?.find((turn) => turn.turn === point.turn),
		}));
}
