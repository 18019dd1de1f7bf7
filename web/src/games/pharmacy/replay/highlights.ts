// The highlights of a finished pharmacy game: opened risk cards, players going to intensive care, and ends
// of rounds.

import type { Replay } from '../../../gen/api.ts';
import { operand } from '../../../i18n/notation.ts';
import type { Highlight as Any } from '../../../replay/course.ts';
import { linesOf } from '../../../table/lines.ts';
import { facts } from '../box.ts';

type Kind = 'risk' | 'care' | 'round' | 'end';

export interface Highlight extends Any {
	kind: Kind;
	seat?: number;
	card?: string;
	/** The number of the round that ended. */
	n?: number;
}

const ambulance =
	'M5 17H3V6h10v11H9M13 9.5h4l4 4V17h-2M15 17h-2M8 8.5v5M5.5 11h5M7 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM17 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z';

const looks: Record<Kind, Pick<Any, 'icon' | 'tone' | 'mark'>> = {
	risk: { icon: 'question', mark: 'under' },
	care: { icon: ambulance, tone: 'alarm', mark: 'over' },
	round: { icon: 'chart', tone: 'good', mark: 'under' },
	end: { icon: 'flag' },
};

/** Returns the highlights of a game, in order. */
export function highlightsOf(replay: Replay): Highlight[] {
	const out: Highlight[] = [];
	const add = (at: number, kind: Kind, more: Pick<Highlight, 'seat' | 'card' | 'n'> = {}) =>
		out.push({ at, kind, ...looks[kind], ...more });
	for (const [at, lines] of linesOf({ facts }, replay).entries()) {
		for (const line of lines) {
			const seat = Number(operand(line, 'seat'));
			if (line.word === 'risk-opened') add(at, 'risk', { seat, card: operand(line, 'card') });
			else if (line.word === 'intensive-care') add(at, 'care', { seat });
			else if (line.word === 'round-ended') add(at, 'round', { n: Number(operand(line, 'number')) });
		}
	}
	add(replay.made, 'end');
	return out;
}

/** Returns the positions at which rounds begin, in order. */
export function roundsOf(replay: Pick<Replay, 'from' | 'moves'>): number[] {
	return linesOf({ facts }, replay).flatMap((lines, at) =>
		lines.filter((line) => line.word === 'round-began').map(() => at),
	);
}
