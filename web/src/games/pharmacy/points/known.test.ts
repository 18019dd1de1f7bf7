import { expect, it } from 'vitest';
import { positionOf } from '../position.ts';
import { byValue, knownOf } from './known.ts';

const view = {
	seats: ['0'],
	serial: 3,
	turn: 3,
	step: 'dare',
	round: 1,
	starter: '0',
	active: '0',
	'seats-at-table': [{ 'risk-cards': 3 }, { 'risk-cards': 5 }, {}],
	opened: ['jab', 'jab', 'doctor'],
	travel: { risk: true, owner: '0', giver: '0', to: '1' },
	face: 'plague-2',
	hands: [{ cards: ['jab', 'plague-2', 'nurse'] }, {}, {}],
};

const known = (of = view) => {
	const position = positionOf(of);
	return knownOf(position, position.seats[0]?.hand ?? []);
};
const find = (id: string, of = view) => known(of).find(({ face }) => face.id === id);

it('knows what lies open, what one holds, and that the rest is elsewhere', () => {
	expect(find('jab')).toMatchObject({ opened: 2, own: 1, elsewhere: 0 });
	expect(find('doctor')).toMatchObject({ opened: 1, own: 0, elsewhere: 0 });
	expect(find('plague-3')).toMatchObject({ opened: 0, own: 0, elsewhere: 3 });
});

it('counts the card that one has put into circulation', () => {
	expect(find('plague-2')).toMatchObject({ own: 2, elsewhere: 1 });
});

it('does not know the card that somebody else has put there', () => {
	const { face, ...hidden } = view;
	expect(find('plague-2', hidden as typeof view)).toMatchObject({ own: 1, elsewhere: 2 });
	expect(face).toBe('plague-2');
});

it('accounts for every copy', () => {
	for (const { face, opened, own, elsewhere } of known()) {
		expect(opened + own + elsewhere, face.id).toBe(face.copies);
	}
});

it('has every virus once, the weakest first', () => {
	const groups = byValue();
	expect(groups.map(([value]) => value)).toEqual([1, 2, 3, 4, 5, 6]);
	expect(groups.flatMap(([, faces]) => faces)).toHaveLength(26);
});
