// Runs a server for a test: the real program on a free port, with a temporary data folder. The test can kill
// it at any time, and start it again at the same address.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** What a test wants of a table. */
export interface Wish {
	/** The game; the world game by default. */
	game?: string;
	settings?: Record<string, string>;
	/** Whether one person holds all seats. */
	alone?: boolean;
	/** Whether the table stays in the lobby. */
	gathering?: boolean;
	public?: boolean;
	watch?: 'nobody' | 'hidden' | 'delayed' | 'open';
	/** The time limit of a live clock in seconds; without it, the table has no clock. */
	seconds?: number;
	title?: string;
	/**
	 * The deal number of the table. By default it is derived from the test's name. Public tables have a
	 * secret deal instead.
	 */
	deal?: number;
}

/** The number of tables that each test has made. */
const given = new Map<string, number>();

/** Returns the deal number for a test's next table. */
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
	 * Starts a new server. `host` is the name by which browsers reach it; passkeys need a name. `flags` are
	 * further flags of the program. Only with `limited` do the program's rate limits and caps apply.
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

	/**
	 * Starts the program, or another program in its place, and waits until the server answers. `more` are flags for
	 * this start only.
	 */
	async start(binary = program, more: readonly string[] = []): Promise<void> {
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
		const child = spawn(binary, [...args, ...quiet, ...this.flags, ...more], {
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

	/** Returns the operator's key, which is in the data folder. */
	async operatorKey(): Promise<string> {
		return (await readFile(join(this.data, 'operator-key'), 'utf8')).trim();
	}

	/** Kills the server as suddenly as a power cut would. */
	async kill(): Promise<void> {
		const child = this.running;
		this.running = undefined;
		if (!child || child.exitCode !== null) return;
		const gone = new Promise((done) => child.once('exit', done));
		child.kill('SIGKILL');
		await gone;
	}

	/** Gives a known secret seed to a table whose game has not begun. The API cannot do that. */
	async deal(table: string, secret: string): Promise<void> {
		await this.kill();
		await run(lab, ['deal', this.data, table, secret]);
		await this.start();
	}

	/** Stops the server permanently. */
	async close(): Promise<void> {
		await this.kill();
		await rm(this.data, { recursive: true, force: true });
	}

	async person(name: string, lang = 'en'): Promise<Person> {
		const nobody = new Person(this.origin, '', name);
		const { token, person } = await nobody.call<Arrival>('POST', '/api/people', { name, lang });
		return new Person(this.origin, token, name, person.id);
	}

	/** Makes a table with a person in every seat, in the first turn. */
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
