import { expect, it } from 'vitest';
import { Refusal } from '../api/refusal.ts';
import type { Table, Update } from '../gen/api.ts';
import { type Known, type Screen, screenOf } from './screen.ts';

const known = (status: Table['status'], more: Partial<Known> = {}): Known => ({
	record: { status, game: 'world' } as Table,
	update: {} as Update,
	connection: 'live',
	turnedAway: null,
	...more,
});
const unknown = (more: Partial<Known>): Known => ({
	record: null,
	update: null,
	connection: 'opening',
	turnedAway: null,
	...more,
});
const refused = (status: number, id: string) => new Refusal(status, { id });

const cases: [string, Known, boolean, Screen][] = [
	['is opening', unknown({}), true, 'opening'],
	['is offline', unknown({}), false, 'offline'],
	['is not answered', unknown({ connection: 'down' }), true, 'down'],
	[
		'does not exist',
		unknown({ connection: 'missing', turnedAway: refused(404, 'no-such-table') }),
		true,
		'missing',
	],
	[
		'lets nobody watch',
		unknown({ connection: 'missing', turnedAway: refused(403, 'not-seated') }),
		true,
		'not-seated',
	],
	['has banned me', unknown({ connection: 'missing', turnedAway: refused(403, 'banned') }), true, 'banned'],
	[
		'was taken down',
		unknown({ connection: 'missing', turnedAway: refused(403, 'taken-down') }),
		true,
		'taken-down',
	],
	['gathers', known('gathering', { update: null }), true, 'lobby'],
	['plays', known('playing'), true, 'game'],
	['plays, and is not known yet', known('playing', { update: null }), true, 'opening'],
	['plays on while I am offline', known('playing', { connection: 'down' }), false, 'game'],
	['is over', known('finished'), true, 'game'],
	['was closed', known('closed', { update: null }), true, 'closed'],
	['cannot be followed any more', known('playing', { connection: 'gone' }), true, 'gone'],
	[
		'was taken down under my eyes',
		known('playing', { connection: 'gone', turnedAway: refused(403, 'taken-down') }),
		true,
		'taken-down',
	],
	[
		'plays what is not known here',
		known('playing', { record: { status: 'playing', game: 'chess' } as Table }),
		true,
		'unknown-game',
	],
];

it.each(cases)('a table that %s', (_, live, online, screen) => {
	expect(screenOf(live, online, ['world'])).toBe(screen);
});
