import { describe, expect, it } from 'vitest';
import { read } from '../../../i18n/notation.ts';
import { beatsOf } from '../../epidemic/board/beats.ts';
import { after, type Standing, standingOf } from '../../epidemic/board/standing.ts';
import { offersOf } from '../../epidemic/model/offers.ts';
import { positionOf } from '../../epidemic/model/position.ts';
import { game } from '../game.ts';
import { laying } from './laying.ts';
import { regions } from './map.ts';
import { ownOf } from './pieces.ts';

const { box } = game;
const facts = (...lines: string[]) => lines.map((line) => read(line, box.facts));
const played = (s: Standing, ...lines: string[]) =>
	facts(...lines).reduce((now, f) => after(game, now, f), s);

await game.deferred?.fetch();
const begun = standingOf(
	game,
	positionOf(box, {
		stations: ['vigo'],
		tracks: ['vigo/porto'],
		tokens: { r04: 2 },
		shield: 'r01',
		cubes: { braga: { blue: 2 } },
		'seats-at-table': [],
	}),
);

describe('what stands on the board', () => {
	it('is read from the view', () => {
		expect(ownOf(begun)).toEqual({
			tracks: new Set(['porto vigo']),
			tokens: { r04: 2 },
			shield: 'r01',
			fled: [],
		});
	});

	it('has rails once they are laid, whichever end is named first', () => {
		const one = played(begun, 'track-laid braga porto');
		expect(ownOf(one).tracks).toContain('braga porto');
		expect(ownOf(played(one, 'track-laid porto braga')).tracks.size).toBe(2);
	});

	it('has tokens until they are spent', () => {
		const now = played(begun, 'tokens-placed r05 3', 'token-spent r04 braga blue');
		expect(ownOf(now).tokens).toEqual({ r04: 1, r05: 3 });
	});

	it('has hospitals where they were built or moved to, and the Nurse’s token where she put it', () => {
		const now = played(begun, 'hospital-moved vigo braga', 'hospital-built madrid', 'shield-placed 0 r02');
		expect(now.stations).toEqual(['braga', 'madrid']);
		expect(ownOf(now).shield).toBe('r02');
	});

	it('has a patient in the city that it walked to', () => {
		const now = played(begun, 'cube-walked blue braga vigo');
		expect(now.cubes).toMatchObject({ braga: { blue: 1 }, vigo: { blue: 1 } });
	});

	it('shows that a hospital has overflowed', () => {
		expect(ownOf(played(begun, 'overflowed vigo blue 3')).fled).toEqual(['vigo']);
	});
});

describe('the beats', () => {
	it('show one’s own doing at once', () => {
		const [beat] = beatsOf(game, facts('hospital-built madrid', 'track-laid madrid toledo'));
		expect(beat).toMatchObject({ kind: 'act', facts: [{ word: 'hospital-built' }, { word: 'track-laid' }] });
	});

	it('show patients on their way', () => {
		const [beat] = beatsOf(game, facts('cube-walked blue braga vigo'));
		expect(beat).toMatchObject({ kind: 'walk', flows: [{ from: 'braga', to: 'vigo', disease: 'blue' }] });
	});

	it('show an overflow like an outbreak, and a token with the card that it answers', () => {
		const beats = beatsOf(
			game,
			facts('infection-drawn braga', 'token-spent r04 braga blue', 'overflowed vigo blue 3'),
		);
		expect(beats.map((b) => b.kind)).toEqual(['infection', 'burst']);
		expect(beats[1]?.outbreaks).toMatchObject([{ city: 'vigo', disease: 'blue', n: 3 }]);
	});
});

describe('the lines of a move', () => {
	const lines = (move: string) => offersOf(box, 0, [move]).flatMap((o) => laying(o, 'madrid'));

	it('lead from the pawn, go on from there, or are named by their ends', () => {
		expect(lines('rail toledo')).toEqual([['madrid', 'toledo']]);
		expect(lines('rail-two toledo caceres')).toEqual([
			['madrid', 'toledo'],
			['toledo', 'caceres'],
		]);
		expect(lines('new-line vigo porto')).toEqual([['vigo', 'porto']]);
	});

	it('are none of a move that lays no rails', () => {
		expect(lines('walk blue braga vigo')).toEqual([]);
		expect(lines('drive toledo')).toEqual([]);
	});
});

it('knows which cities a region lies between', async () => {
	const { regions: told } = await import('../../../gen/iberia.json');
	expect(told).toHaveLength(regions.size);
	for (const { id, cities } of told)
		expect(regions.get(id)?.cities.toSorted(), id).toEqual(cities.toSorted());
});
