// The pieces that only Iberia has, and how facts (events of the game) change them: railroads, purification
// tokens, the Nurse's token, hospitals, and patients.

import type { IberiaView } from '../../../gen/iberia-view.ts';
import type { Line } from '../../../i18n/notation.ts';
import type { Pieces, Standing } from '../../epidemic/board/standing.ts';
import { type Position, viewAs } from '../../epidemic/model/position.ts';

export interface Own {
	/** The lines that have railroads, each as its two ends. */
	tracks: ReadonlySet<string>;
	/** The number of purification tokens in each region. */
	tokens: Record<string, number>;
	/** The region that the Nurse protects, if any. */
	shield?: string;
	/** The cities whose hospitals have just overflowed, so that patients flee. */
	fled: readonly string[];
}

/** Returns the server's view of a position, with this game's type. */
export const viewOf = (position: Position) => viewAs<IberiaView>(position);

/** Returns the key of a line, which does not depend on the order of its ends. */
export function lineOf(a: string, b: string): string {
	return a < b ? `${a} ${b}` : `${b} ${a}`;
}

const none: Own = { tracks: new Set(), tokens: {}, fled: [] };

/** Returns the pieces that only Iberia has; none before they were read from a position. */
export const ownOf = (standing: Standing) => (standing.own as Own | undefined) ?? none;

export const pieces: Pieces = {
	doing: ['hospital-built', 'hospital-moved', 'track-laid', 'tokens-placed', 'shield-placed'],
	cures: ['researched'],
	spares: ['token-spent'],
	walks: ['cube-walked'],
	bursts: ['overflowed'],

	of(position: Position): Own {
		const { tracks = [], tokens = {}, shield, fled = [] } = viewOf(position);
		const ends = (line: string) => line.split('/') as [string, string];
		return { tracks: new Set(tracks.map((line) => lineOf(...ends(line)))), tokens, shield, fled };
	},

	after(s: Standing, { word, operands }: Line): Standing {
		const own = ownOf(s);
		const [one = '', two = '', three = ''] = operands.map((o) => o.value);
		const water = (region: string, n: number) => ({
			...s,
			own: { ...own, tokens: { ...own.tokens, [region]: (own.tokens[region] ?? 0) + n } },
		});
		switch (word) {
			case 'hospital-built':
				return { ...s, stations: [...s.stations, one] };
			case 'hospital-moved':
				return { ...s, stations: [...s.stations.filter((c) => c !== one), two] };
			case 'track-laid':
				return { ...s, own: { ...own, tracks: new Set([...own.tracks, lineOf(one, two)]) } };
			case 'tokens-placed':
				return water(one, Number(two));
			case 'token-spent':
				return water(one, -1);
			case 'shield-placed':
				return { ...s, own: { ...own, shield: two } };
			case 'overflowed':
				return { ...s, own: { ...own, fled: [...own.fled, one] } };
			case 'cube-walked':
				return { ...s, cubes: { ...s.cubes, ...moved(s, one, two, -1), ...moved(s, one, three, 1) } };
			default:
				return s;
		}
	},
};

/** Returns a city's cubes with one more or one less of a disease. */
function moved({ cubes }: Standing, disease: string, city: string, by: number): Standing['cubes'] {
	const there = cubes[city] ?? {};
	return { [city]: { ...there, [disease]: Math.max(0, (there[disease] ?? 0) + by) } };
}
