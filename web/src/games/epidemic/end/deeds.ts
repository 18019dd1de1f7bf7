// Sums up a finished game from its facts (events of the game): each player's best deed, and the turning
// point.

import type { Replay, Step } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import { list, name, t } from '../../../i18n/words.svelte.ts';
import { linesOf } from '../../../table/lines.ts';
import type { Box } from '../model/box.ts';
import type { Position } from '../model/position.ts';

type Course = Pick<Replay, 'from' | 'moves'>;

/** What a seat achieved in the game, counted. */
interface Doing {
	cured: string[];
	/** The disease that another player cured with a card from this seat. */
	helped?: string;
	gave: number;
	removed: number;
	built: number;
	event?: string;
	cities: Set<string>;
}

const cures = new Set(['cured', 'researched']);
const buildings = new Set(['station-built', 'hospital-built', 'track-laid']);

function doings(box: Box, replay: Course, seats: number): Doing[] {
	const out = Array.from(
		{ length: seats },
		(): Doing => ({ cured: [], gave: 0, removed: 0, built: 0, cities: new Set() }),
	);
	/** For each card, the seat that last gave it away. */
	const giver = new Map<string, number>();
	const places = linesOf(box, replay).slice(1);
	for (const [i, lines] of places.entries()) {
		const seat = replay.moves?.[i]?.seat ?? 0;
		const own = out[seat];
		for (const line of lines) {
			const card = operand(line, 'card') ?? '';
			const who = out[Number(operand(line, 'seat') ?? seat)] ?? own;
			if (!own || !who) continue;
			if (cures.has(line.word)) {
				const disease = operand(line, 'disease') ?? '';
				own.cured.push(disease);
				for (const spent of lines.filter((l) => l.word === 'card-discarded')) {
					const by = giver.get(operand(spent, 'card') ?? '');
					const helper = by === undefined || by === seat ? undefined : out[by];
					if (helper) helper.helped ??= disease;
				}
			} else if (line.word === 'card-given') {
				giver.set(card, Number(operand(line, 'seat')));
				who.gave++;
			} else if (line.word === 'cubes-removed') own.removed += Number(operand(line, 'number') ?? 0);
			else if (buildings.has(line.word)) own.built++;
			else if (line.word === 'event-played') who.event ??= operand(line, 'event');
			else if (line.word === 'pawn-moved') who.cities.add(operand(line, 'city') ?? '');
		}
	}
	return out;
}

/** Returns the most memorable deed of each seat, as texts. */
export function deedsOf(box: Box, replay: Course, seats: number): string[] {
	return doings(box, replay, seats).map(({ cured, helped, gave, removed, built, event, cities }) => {
		if (cured.length > 0)
			return t('web.deeds.cured', { n: cured.length, diseases: list(cured.map((d) => name('disease', d))) });
		if (helped) return t('web.deeds.gave', { disease: name('disease', helped) });
		if (removed > 5) return t('web.deeds.treated', { n: removed });
		if (gave > 0) return t('web.deeds.gave.many', { n: gave });
		if (event) return t('web.deeds.event', { event: name('event', event) });
		if (built > 0) return t('web.deeds.built', { n: built });
		if (removed > 0) return t('web.deeds.treated', { n: removed });
		return cities.size > 0 ? t('web.deeds.went', { n: cities.size }) : t('web.deeds.none');
	});
}

/** Returns the turning point of a lost game: the longest chain of outbreaks, or two epidemics in one move. */
export function turningOf(box: Box, replay: Course): string | undefined {
	const of = (lines: Line[], word: string) => lines.filter((l) => l.word === word);
	let turn = 0;
	let [worst, said]: [number, string | undefined] = [1, undefined];
	for (const lines of linesOf(box, replay)) {
		const now = Math.max(1, turn);
		turn += of(lines, 'turn-began').length;
		const breaks = of(lines, 'outbreak');
		const epidemics = of(lines, 'epidemic-drawn').length;
		const n = Math.max(breaks.length, epidemics);
		if (n <= worst) continue;
		worst = n;
		const city = name('city', (breaks[0] && operand(breaks[0], 'city')) ?? '');
		said =
			breaks.length === n
				? t('web.turning.chain', { turn: now, n, city })
				: t('web.turning.epidemics', { turn: now, n });
	}
	return said;
}

/** Returns the disease whose cubes ran out: the one that was being placed when the game ended. */
export function shortOf(box: Box, position: Position | null, steps: readonly Step[]): string | undefined {
	const facts = (steps.at(-1)?.plays ?? []).flatMap((p) => p.facts ?? []).map((f) => read(f.fact, box.facts));
	const last = facts.findLast((f) => operand(f, 'disease') ?? operand(f, 'city'));
	if (last) return operand(last, 'disease') ?? box.diseaseOf(operand(last, 'city') ?? '');
	const left = Object.entries(position?.supply ?? {}).sort((a, b) => a[1] - b[1]);
	return left[0]?.[0];
}
