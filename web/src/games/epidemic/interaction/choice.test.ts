import { expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { game } from '../../world/game.ts';
import { offersOf } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { choicesOf } from './choice.ts';

const en = textsOf('en');

use('en', en);

const session = {
	game,
	box: game.box,
	seat: 0,
	position: { seats: [{ role: 'dispatcher' }, { role: 'researcher' }, { role: 'medic' }] },
	seatName: (seat: number) => ['Ada', 'Bot 2', 'Bot 3'][seat],
} as unknown as PlayerSession;
const list = (...moves: string[]) =>
	choicesOf(session, offersOf(game.box, 0, moves), () => undefined).map(({ group, name, hint, seat }) => ({
		group,
		name,
		hint,
		seat,
	}));

it('says of a card that is shared whether it is given or taken, whose it is, and the role', () => {
	expect(list('take 1 atlanta', 'take 1 essen')).toEqual([
		{ group: 'Take', name: 'Take Atlanta from Bot 2', hint: 'Researcher', seat: 1 },
		{ group: 'Take', name: 'Take Essen from Bot 2', hint: 'Researcher', seat: 1 },
	]);
	expect(list('give 1 paris', 'take 1 atlanta').map((c) => c.group)).toEqual(['Give', 'Take']);
});

it('calls pawns by whose they are', () => {
	expect(list('dispatch 0', 'dispatch 2')).toEqual([
		{ group: undefined, name: 'Your own pawn', hint: 'Dispatcher', seat: 0 },
		{ group: undefined, name: 'Bot 3', hint: 'Medic', seat: 2 },
	]);
});
