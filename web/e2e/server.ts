// A server of its own: the real program on a free port, with a data folder that
// goes away afterwards. It can be killed in the middle of anything and started
// again at the same place.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Arrival, Table } from '../src/gen/api.ts';
import { numberOf, testName } from './chance.ts';
import { Person } from './person.ts';
import { TableAt } from './table.ts';

const run = promisify(execFile);

export const program = process.env.THERIAC_BIN ?? join(import.meta.dirname, '../../bin/theriac');
const lab = join(import.meta.dirname, '../../bin/theriac-lab');

/** What a test says of a table that it wants. */
export interface Wish {
	/** The world game without. */
	game?: string;
	settings?: Record<string, string>;
	/** One person on all seats. */
	alone?: boolean;
	/** Left in the lobby. */
	gathering?: boolean;
	public?: boolean;
	watch?: 'nobody' | 'hidden' | 'delayed' | 'open';
	/** A live clock of so many seconds; nobody is hurried without. */
	seconds?: number;
	title?: string;
	/** The number of its deal. Without, it follows from the test's name; only a public table is dealt from a secret. */
	deal?: number;
}

/** Of each test, how many tables it has been given. */
const given = new Map<string, number>();

/** The number of a test's next deal. */
function nextDeal(): number {
	const name = testName();
	const n = given.get(name) ?? 0;
	given.set(name, n + 1);
	return numberOf(`${name} ${n}`);
}

export const names = ['Ada', 'Léon', 'Noor', 'Kofi', 'Mila', 'Tomás'];

export class Server {
	readonly origin: string;
	private readonly port: number;
	private data: string;
	private running: ChildProcess | undefined;

	private readonly flags: readonly string[];

	private constructor(port: number, data: string, host: string, flags: readonly string[]) {
		this.flags = flags;
		this.port = port;
		this.data = data;
		this.origin = `http://${host}:${port}`;
	}

	/**
	 * Starts a new server. `host`: the name that people reach it by; passkeys need one. `flags`: more of the program's.
	 * `limited`: its limits and caps apply to the tests too.
	 */
	static async open({
		host = '127.0.0.1',
		flags = [] as readonly string[],
		limited = false,
	} = {}): Promise<Server> {
		const data = await mkdtemp(join(tmpdir(), 'theriac-'));
		const all = limited ? flags : ['--trusted', '127.0.0.0/8', ...flags];
		const server = new Server(await freePort(), data, host, all);
		await server.start();
		return server;
	}

	/** Starts the program, or another one in its place, and waits until it answers. */
	async start(binary = program): Promise<void> {
		const args = [
			'serve',
			'--listen',
			`127.0.0.1:${this.port}`,
			'--origin',
			this.origin,
			'--data',
			this.data,
		];
		const quiet = ['--log-level', 'error'];
		const child = spawn(binary, [...args, ...quiet, ...this.flags], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		this.running = child;
		for (let tries = 0; tries < 200; tries++) {
			if (child.exitCode !== null) throw new Error(`the server stopped by itself: ${child.exitCode}`);
			const answer = await fetch(`${this.origin}/readyz`).catch(() => null);
			if (answer?.ok) return;
			await pause(50);
		}
		throw new Error('the server did not start');
	}

	/** Ends it at once, as a power cut would. */
	async kill(): Promise<void> {
		const child = this.running;
		this.running = undefined;
		if (!child || child.exitCode !== null) return;
		const gone = new Promise((done) => child.once('exit', done));
		child.kill('SIGKILL');
		await gone;
	}

	/** Deals a table that has not begun with a known secret: nobody can do that from outside. */
	async deal(table: string, secret: string): Promise<void> {
		await this.kill();
		await run(lab, ['deal', this.data, table, secret]);
		await this.start();
	}

	/** Ends it for good. */
	async close(): Promise<void> {
		await this.kill();
		await rm(this.data, { recursive: true, force: true });
	}

	async person(name: string, lang = 'en'): Promise<Person> {
		const nobody = new Person(this.origin, '', name);
		const { token } = await nobody.call<Arrival>('POST', '/api/people', { name, lang });
		return new Person(this.origin, token, name);
	}

	/** A table with somebody on every seat, in the middle of whose first turn it is. */
	async table(wish: Wish = {}): Promise<TableAt> {
		const settings = { players: '4', ...wish.settings };
		const seats = Number(settings.players);
		const deal = wish.public ? undefined : (wish.deal ?? nextDeal());
		const host = await this.person(names[0] ?? '');
		const record = await host.call<Table>('POST', '/api/tables', {
			game: wish.game ?? 'world',
			settings,
			title: wish.title ?? 'Tuesday',
			sit: wish.alone ? 'all' : 'one',
			public: wish.public ?? false,
			watch: wish.watch ?? 'hidden',
			clock: wish.seconds ? { kind: 'live', seconds: wish.seconds } : undefined,
			links: !wish.alone,
			deal,
		});
		const people = [host];
		const table = new TableAt(record.id, people, record.links?.invite ?? '', deal);
		if (wish.alone) while (people.length < seats) people.push(host);
		if (wish.gathering) return table;
		for (let seat = people.length; seat < seats; seat++) {
			const guest = await this.person(names[seat] ?? `Guest ${seat}`);
			await guest.call('POST', '/api/links', { secret: table.secret });
			await guest.call('POST', `/api/tables/${table.id}/sit`, { seat });
			people.push(guest);
		}
		await host.call('POST', `/api/tables/${table.id}/start`);
		return table;
	}
}

function freePort(): Promise<number> {
	return new Promise((done, failed) => {
		const probe = createServer();
		probe.once('error', failed);
		probe.listen(0, '127.0.0.1', () => {
			const at = probe.address();
			probe.close(() => (at && typeof at === 'object' ? done(at.port) : failed(new Error('no port'))));
		});
	});
}
