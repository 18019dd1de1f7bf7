// The teams' state, read from the position: their stations, their awards, the cards of the player's own
// team, and how the partners share the actions.

import { honours, objectives } from '../../../../gen/world-more.json';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { viewOf } from '../view.ts';

/** One reward of an objective: what it is for, and how much prestige it brings. */
export interface Score {
	/** The key of the reward's text: `web.teams.score.<what>`. */
	what: 'cure' | 'eradication' | 'station' | 'first-cure' | 'first-eradication';
	n: number;
}

/** Returns the rewards of an objective, except those that the objective leaves as usual. */
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

/** Returns the city of each team's own station; undefined for a team that has not placed it yet. */
export function basesOf(position: Position): (string | undefined)[] {
	return (viewOf(position).teams?.bases ?? []).map((base) => base.city);
}

/** Returns the awards that a team has, in the order of the game's data. */
export function awardsOf(position: Position, team: number): string[] {
	const awards = Object.entries(viewOf(position).teams?.awards ?? {});
	return awards.filter(([, owner]) => Number(owner) === team).map(([award]) => award);
}

/** Returns the cards that were dealt to a team, as far as the viewer may know them. */
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

/** Returns the viewer's team, which is that of the acting seat. */
export function ownTeam(session: PlayerSession): number | undefined {
	return session.seat === null ? undefined : session.teamOf(session.seat);
}

/** How two partners share the actions of a turn. */
interface Split {
	/** The seat that acts now, and how many actions it has left. */
	acts: number;
	left: number;
	/** The seat that acts next, and how many actions it would have if the first seat stopped now. */
	next?: number;
	after?: number;
}

/**
 * How many actions a team shares (rule team/split). The server counts actions; this number only serves to
 * predict the split.
 */
const together = 6;

/** Returns how a team shares its actions; undefined outside its turn. */
export function splitOf(position: Position, seats: readonly number[], each: number): Split | undefined {
	const { active, actions } = position;
	const [first, second] = seats;
	if (position.questions.at(-1)?.step !== 'action' || !seats.includes(active)) return undefined;
	if (active !== first) return { acts: active, left: actions };
	// While the first partner acts, `left` counts the action that the second partner has not granted.
	const kept = viewOf(position).teams?.left ?? 0;
	return {
		acts: active,
		left: actions,
		next: second,
		after: Math.min(each, actions + kept + together - each),
	};
}
