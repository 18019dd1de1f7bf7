// Tests a spectator at a table with hidden hands. Nothing that the spectator's browser receives may contain a
// card that is in a hidden hand at that moment. All traffic, including the stream, is compared with each
// seat's own view.

import type { Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import world from '../src/gen/world.json' with { type: 'json' };
import { drive, type Taste } from './drive.ts';
import { leaks, named, Truth } from './leaks.ts';
import { listen, type Received } from './listen.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { handOf, type TableAt } from './table.ts';
import { brisk, expect, test } from './test.ts';

const events = new Set<string>(world.events);

interface Watched {
	table: TableAt;
	/** The cards that are really hidden after each entry. */
	truth: Truth;
}

/** Fetches what each seat has seen since the last call, and adds it to `truth`. */
async function learn(truth: Truth, table: TableAt): Promise<void> {
	const path = `/api/tables/${table.id}/view?after=${truth.last}&fresh=true`;
	const all = await Promise.all(
		table.people.map(async (person, seat) => {
			const update = await person.call<Update>('GET', path);
			return { seat, update, hand: handOf(update, seat) };
		}),
	);
	truth.learn(all);
}

/** Prefers every kind of visible action, gives or spends cards, and keeps the game going. */
const showy: Taste = (move) => {
	const [word = ''] = move.split(' ');
	if (word === 'waive') return 0.1;
	if (['forecast', 'put', 'treat'].includes(word)) return 20;
	if (['ask', 'hand', 'agree', 'give'].includes(word)) return 8;
	return ['direct', 'charter', 'draw'].includes(word) ? 0.4 : 1;
};

/** Plays a game that a spectator watches from its first move. It returns null if the game ends too soon. */
async function watched(server: Server, page: Page): Promise<Watched | null> {
	// No player is the dispatcher, since the class Truth cannot tell which of a dispatcher's cards are
	// hidden.
	const roles = 'medic,researcher,scientist,quarantine-specialist';
	const settings = { epidemics: '5', hands: 'hidden', events: 'secret', roles };
	const table = await server.table({ settings, watch: 'hidden', public: true });
	const truth = new Truth();
	await page.goto(table.path);
	await ready(page);
	const until = async (u: Update) => {
		if (!u.over) await learn(truth, table);
		return u.made >= 90 && !u.over && truth.hidden(truth.last).size > 4;
	};
	return (await drive(table, until, showy)) ? { table, truth } : null;
}

/**
 * Returns the first game that lasts. Each attempt is watched by another page, so that the recordings stay
 * separate.
 */
async function lasting(
	server: Server,
	open: () => Promise<Page>,
): Promise<Watched & { page: Page; received: Received }> {
	for (let tries = 0; tries < 6; tries++) {
		const page = await open();
		const received = await listen(page);
		const seen = await watched(server, page);
		if (seen) return { ...seen, page, received };
		await page.close();
	}
	throw new Error('no game lasted');
}

test('a spectator receives no hidden card', async ({ server, open }) => {
	const wim = await server.person('Wim');
	const { table, truth, page, received } = await lasting(server, () => open({ as: wim, settings: brisk }));
	const newest = () => received.updates.reduce((n, u) => Math.max(n, u.n), -1);
	await expect.poll(newest).toBeGreaterThanOrEqual(truth.last);
	// Fetching everything in one request, or reloading the page, must not reveal hidden cards either.
	const asked = ['view?after=-1', 'view?after=-1&fresh=true', 'view', 'replay', 'transcript', ''];
	await page.evaluate(
		async ({ id, asked }) => {
			for (const what of asked) await (await fetch(`/api/tables/${id}/${what}`.replace(/\/$/, ''))).text();
		},
		{ id: table.id, asked },
	);
	await page.reload();
	await ready(page);

	const known = received.updates.filter((u) => u.n <= truth.last);
	const steps = new Set(known.flatMap((u) => (u.steps ?? []).map((s) => s.n)));
	expect(known.length).toBeGreaterThan(20);
	expect(known.filter((u) => (u.steps?.length ?? 0) >= truth.last).length, 'whole logs').toBeGreaterThan(1);
	expect(steps.size, 'every step is read').toBe(truth.last + 1);
	for (const u of known) expect(leaks(u, truth.hidden), `update ${u.n}`).toEqual([]);

	// Cards that were never shown must not occur in any other response, or on the page.
	const secrets = truth.hidden(truth.last);
	expect(secrets.size).toBeGreaterThan(4);
	for (const { from, what } of received.others) expect(named(what, secrets), from).toEqual([]);
	const cards = await page
		.locator('[data-card]')
		.evaluateAll((all) => all.map((e) => e.getAttribute('data-card')));
	const gone = (await table.view()).view.discard as string[] | undefined;
	expect(cards.filter((card) => card && secrets.has(card) && !gone?.includes(card))).toEqual([]);

	planted(known, truth, await table.view(0));
});

/** Checks that planted leaks are found: real updates, with one card added to each. */
function planted(known: Update[], truth: Truth, own: Update): void {
	const last = known.findLast((u) => u.n === truth.last) as Update;
	const card = [...truth.hidden(truth.last)].find((c) => !events.has(c)) ?? '';
	expect(card).not.toBe('');
	const plant = (change: (u: Update) => void) => {
		const update = structuredClone(last);
		change(update);
		return leaks(update, truth.hidden);
	};
	const happened = (move: string | undefined, ...facts: string[]) =>
		plant((u) => {
			const plays = [{ seat: 0, move, facts: facts.map((fact) => ({ fact, rule: '' })) }];
			u.steps = [{ n: u.n, at: 0, kind: 'play', plays }];
		});
	const view = (change: (view: Record<string, unknown>) => void) => plant((u) => change(u.view));

	const found: Record<string, string[]> = {
		'a hand': view((v) => {
			v.hands = [{ cards: [card] }];
		}),
		'cards that are shown': view((v) => {
			v.shown = [card];
		}),
		'a question': view((v) => {
			v.questions = [{ id: 1, step: 'consent', verb: 'give', 'operand-0': 1, 'operand-1': card }];
		}),
		'a member that nobody thought of': view((v) => {
			v.note = { [card]: 1 };
		}),
		'the order of infection cards': view((v) => {
			v.known = [{ 'from-top': 0, card: 'paris' }];
		}),
		'infection cards that a seat saw': view((v) => {
			v.recall = { '0': { cards: ['paris'] } };
		}),
		'legal moves': plant((u) => {
			u.moves = [{ seat: 0, list: [`discard ${card}`] }];
		}),
		'a fact': happened('draw', `card-drawn 0 ${card}`),
		'a fact of two seats': happened(undefined, `card-given 0 1 ${card}`),
		'a move': happened(`hand ${card}`),
		'a word that is not known': happened(undefined, `card-seen 0 ${card}`),
		'a fact of what was looked at': happened('forecast', 'looked-at paris 1'),
		'a fact of what was arranged': happened(undefined, 'arranged-as paris 1'),
		'a move that arranges': happened('put paris'),
		'what its holder receives': leaks(own, truth.hidden),
	};
	for (const [kind, list] of Object.entries(found)) expect(list, kind).not.toEqual([]);
	// A city does not count as a leak of the card with the same name.
	const fine = happened('put ?', 'card-drawn-hidden 0', `pawn-moved 0 ${card}`, `infection-drawn ${card}`);
	expect(fine).toEqual([]);
}
