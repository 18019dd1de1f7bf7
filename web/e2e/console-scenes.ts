// Scenes of the console, and of the pages about the server itself. At the address of these tests passkeys do
// not work, so the operator's key opens the console.

import { expect, type Page } from '@playwright/test';
import type { Person as Me, OwnDecision, Said, Table } from '../src/gen/api.ts';
import type { Person } from './person.ts';
import type { Scene } from './scenes.ts';
import type { Server } from './server.ts';
import { said } from './words.ts';

/** A server with an operator, a report, and a decision with an appeal. */
interface Kept {
	ada: Person;
	balt: string;
}

const kept = new WeakMap<Server, Promise<Kept>>();

const idOf = async (who: Person) => (await who.call<Me>('GET', '/api/me')).id;

async function prepare(server: Server): Promise<Kept> {
	const [ada, noor, leif, balt, juno] = await Promise.all([
		server.person('Ada'),
		server.person('Noor'),
		server.person('Leif'),
		server.person('Baltasar', 'fr'),
		server.person('Juno'),
	]);
	await ada.call('POST', '/api/operator', { key: await server.operatorKey() });
	const table = await noor.call<Table>('POST', '/api/tables', {
		game: 'world',
		settings: { players: '4' },
		public: true,
		title: 'Tuesday',
		sit: 'one',
	});
	for (const who of [leif, balt, juno]) await who.call('POST', `/api/tables/${table.id}/sit`, {});
	await noor.call('POST', `/api/tables/${table.id}/start`);
	const say = (who: Person, text: string) => who.call<Said>('POST', `/api/tables/${table.id}/talk`, { text });
	await say(noor, 'I keep Tokyo for the cure, please don’t end in Osaka.');
	const hurt = await say(
		balt,
		'You play like a broken bot. Go and learn to read, or leave the table to people.',
	);
	await say(leif, 'That was not needed.');
	const [b, j] = await Promise.all([balt, juno].map(idOf));
	const report = (who: Person, body: object) => who.call('POST', `/api/tables/${table.id}/report`, body);
	// An earlier decision, and the person's answer to it.
	await report(leif, { about: b, kind: 'spam' });
	await decide(ada, { about: b, what: 'warn', reason: 'spam', key: 'first' });
	const [decision] = await balt.call<OwnDecision[]>('GET', '/api/me/decisions');
	await balt.call('POST', `/api/me/decisions/${decision?.id}/appeal`, { text: 'C’était une seule fois.' });
	await report(noor, {
		about: b,
		kind: 'hurtful',
		line: hurt.at,
		text: 'Third time this week that it gets personal.',
	});
	await report(leif, { about: b, kind: 'hurtful', line: hurt.at });
	await report(noor, { about: j, kind: 'stopped' });
	return { ada, balt: b ?? '' };
}

const decide = (who: Person, body: object) => who.call('POST', '/api/console/decisions', body);

const operator = async (server: Server) => {
	let known = kept.get(server);
	if (!known) {
		known = prepare(server);
		kept.set(server, known);
	}
	return known;
};

/** Returns the scene of a section, which is loaded once a heading of it is there. */
const section = (name: string, heading: string, again = false): Scene => ({
	name: `console-${name}`,
	again,
	start: async (server) => ({ path: `/console/${name}`, as: (await operator(server)).ada }),
	act: async (page) => void (await shown(page, heading)),
});

const shown = (page: Page, key: string) =>
	expect(page.getByRole('heading', { name: said(key) }).first()).toBeVisible();

export const consoles: Scene[] = [
	{
		name: 'console-entrance',
		start: async (server) => ({ path: '/console', as: await server.person('Ada') }),
		act: async (page) => void (await shown(page, 'web.console.enter.title')),
	},
	{
		name: 'console-queue',
		again: true,
		start: async (server) => ({ path: '/console', as: (await operator(server)).ada }),
		act: async (page) => void (await expect(page.getByRole('listbox')).toBeVisible()),
	},
	{
		name: 'console-decision',
		start: async (server) => {
			const { ada, balt } = await operator(server);
			return { path: `/console/reports/${balt}`, as: ada };
		},
		act: async (page) => {
			await page.getByRole('radio', { name: said('web.console.what.mute') }).check();
			await expect(page.getByText('Vous avez écrit')).toBeVisible();
		},
	},
	{
		name: 'console-person',
		start: async (server) => {
			const { ada, balt } = await operator(server);
			return { path: `/console/people/${balt}`, as: ada };
		},
		act: async (page) => void (await shown(page, 'web.console.person.decisions')),
	},
	{
		name: 'console-appeals',
		again: true,
		start: async (server) => ({ path: '/console/appeals', as: (await operator(server)).ada }),
		act: async (page) => void (await expect(page.getByText('C’était une seule fois.')).toBeVisible()),
	},
	section('people', 'web.console.roles', true),
	section('tables', 'web.console.section.tables', true),
	section('names', 'web.console.section.names', true),
	section('doors', 'web.console.invitations'),
	section('pages', 'web.console.section.pages', true),
	section('log', 'web.console.log.title'),
	section('server', 'web.console.doctor', true),
	{
		name: 'about-terms',
		again: true,
		start: async () => ({ path: '/about/terms' }),
		act: async (page) => void (await expect(page.getByText(said('web.about.draft'))).toBeVisible()),
	},
];
