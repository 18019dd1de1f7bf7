// The highlights of a finished map game: epidemics, outbreaks, cures, the end.

import type { Replay } from '../../../gen/api.ts';
import { operand } from '../../../i18n/notation.ts';
import type { Highlight as Any } from '../../../replay/course.ts';
import { linesOf } from '../../../table/lines.ts';
import { outbreak } from '../art/icons.ts';
import type { Box } from '../model/box.ts';

type Kind = 'epidemic' | 'incident' | 'outbreak' | 'overflow' | 'cure' | 'eradicated' | 'end';

export interface Highlight extends Any {
	kind: Kind;
	city?: string;
	disease?: string;
	event?: string;
	/** Which event of its kind this is, such as 2 for the second epidemic. */
	n?: number;
}

const looks: Record<Kind, Pick<Any, 'icon' | 'tone' | 'mark'>> = {
	epidemic: { icon: 'infection', tone: 'alarm', mark: 'under' },
	incident: { icon: 'infection' },
	outbreak: { icon: outbreak, tone: 'alarm', mark: 'over' },
	overflow: { icon: outbreak, mark: 'over' },
	cure: { icon: 'cure', tone: 'good', mark: 'over' },
	eradicated: { icon: 'eradicated', tone: 'good' },
	end: { icon: 'flag' },
};

/** Returns the highlights of a game, in order. */
export function highlightsOf(box: Box, replay: Replay): Highlight[] {
	const out: Highlight[] = [];
	const add = (at: number, kind: Kind, more: Pick<Highlight, 'city' | 'disease' | 'event' | 'n'> = {}) =>
		out.push({ at, kind, ...looks[kind], ...more });
	let epidemics = 0;
	for (const [at, lines] of linesOf(box, replay).entries()) {
		for (const line of lines) {
			const city = operand(line, 'city');
			const disease = operand(line, 'disease');
			if (line.word === 'epidemic-drawn') add(at, 'epidemic', { n: ++epidemics });
			else if (line.word === 'incident') add(at, 'incident', { event: operand(line, 'event') });
			else if (line.word === 'outbreak' || line.word === 'overflowed') {
				const kind = line.word === 'outbreak' ? 'outbreak' : 'overflow';
				add(at, kind, { city, disease, n: Number(operand(line, 'number')) });
			} else if (line.word === 'cured' || line.word === 'researched') add(at, 'cure', { disease });
			else if (line.word === 'eradicated') add(at, 'eradicated', { disease });
		}
	}
	add(replay.made, 'end');
	return out;
}
