// The expansions' pieces on the board, stored separately for each, and how facts change them. Each expansion
// sees only its own part of `Standing.own`.

import type { Line } from '../../../i18n/notation.ts';
import type { Pieces, Standing } from '../../epidemic/board/standing.ts';
import type { Position } from '../../epidemic/model/position.ts';
import { pieces as strain } from './strain/mutation.ts';

type Own = Record<string, unknown>;

/** The expansions' pieces, by the name of the expansion. */
const parts: Record<string, Pieces> = { strain };

const all = Object.entries(parts);

/** Returns the state of the board as one expansion sees it, with only that expansion's own pieces. */
function standingOf(part: string, standing: Standing): Standing {
	return { ...standing, own: (standing.own as Own | undefined)?.[part] };
}

export const pieces: Pieces = {
	doing: all.flatMap(([, p]) => p.doing),
	alarms: all.flatMap(([, p]) => p.alarms ?? []),
	cures: all.flatMap(([, p]) => p.cures ?? []),
	spares: all.flatMap(([, p]) => p.spares ?? []),
	walks: all.flatMap(([, p]) => p.walks ?? []),
	bursts: all.flatMap(([, p]) => p.bursts ?? []),

	of: (position: Position): Own => Object.fromEntries(all.map(([part, p]) => [part, p.of(position)])),

	after(standing: Standing, fact: Line): Standing {
		return all.reduce((before, [part, p]) => {
			const then = p.after(standingOf(part, before), fact);
			return { ...then, own: { ...(before.own as Own | undefined), [part]: then.own } };
		}, standing);
	},
};
