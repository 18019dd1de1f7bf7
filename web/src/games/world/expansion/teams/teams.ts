// What a table with teams shows of them, read from the position: bases, awards, what was dealt to one's own team, and
// how the actions of a turn are split.

import { honours, objectives } from '../../../../gen/world-more.json';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { viewOf } from '../view.ts';

/** What an objective pays for, and how much. */
export interface Score {
	/** Names its text: `web.teams.score.<what>`. */
	what: 'cure' | 'eradication' | 'station' | 'first-cure' | 'first-eradication';
	n: number;
}

/** What an objective pays, what it does not change left out. */
export function scoresOf(id: string): Score[] {
	const o = objectives.find((card) => card.id === id);
	if (!o) return [];
	const first = honours['first-cure'] + (o.moreFirstCure ?? 0);
	const firstGone = honours['first-eradication'] + (o.moreFirstEradication ?? 0);
	const all: Score[] = [
		{ what: 'cure', n: o.cure },
		{ what: 'eradication', n: o.eradication },
		{ what: 'station', n: o.station },
		{ what: 'first-cure', n: first },
		{ what: 'first-eradication', n: firstGone },
	];
	return all.filter(({ n }) => n > 0);
}

/** The city of each team's own station; undefined until it stands. */
export function basesOf(position: Position): (string | undefined)[] {
	return (viewOf(position).teams?.bases ?? []).map((base) => base.city);
}

/** The awards that a team has, in the order of the box. */
export function awardsOf(position: Position, team: number): string[] {
	const awards = Object.entries(viewOf(position).teams?.awards ?? {});
	return awards.filter(([, owner]) => Number(owner) === team).map(([award]) => award);
}

/** What a team was dealt, as far as one may know it. */
export function dealtTo(position: Position, team: number) {
	const {
		roles = [],
		objectives: dealt = [],
		objective,
		first,
		second,
	} = viewOf(position).offers?.[team] ?? {};
	const picked = [first, second].filter((role) => role !== undefined);
	return { roles, picked, objectives: dealt, objective };
}

/** The team that one looks at the table from: that of the seat that acts. */
export function ownTeam(session: PlayerSession): number | undefined {
	return session.seat === null ? undefined : session.teamOf(session.seat);
}

/** The actions of a team's turn while they are taken. */
export interface Split {
	/** Who acts now, and how many actions they have left. */
	acts: number;
	left: number;
	/** Who acts next, and how many actions they would have if the first stopped now. */
	next?: number;
	after?: number;
}

/** Actions that a team has together (rule team/split). The server counts them; here they are only told ahead. */
const together = 6;

/** How the actions of a team's turn are split; nothing while none are taken. */
export function splitOf(position: Position, seats: readonly number[], each: number): Split | undefined {
	const { active, actions } = position;
	const [first, second] = seats;
	if (position.questions.at(-1)?.step !== 'action' || !seats.includes(active)) return undefined;
	if (active !== first) return { acts: active, left: actions };
	// While the first acts, what is left is the action that the partner has not granted.
	const kept = viewOf(position).teams?.left ?? 0;
	return {
		acts: active,
		left: actions,
		next: second,
		after: Math.min(each, actions + kept + together - each),
	};
}
