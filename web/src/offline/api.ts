// Answers requests about a table on this device, as a server would. What needs a server (chat, links,
// stories, branches) is missing, and pages do not offer it at these tables.

import { Refusal, refusalOf } from '../api/refusal.ts';
import { beginTable, type DeviceTable, openTable } from './table.ts';

/** How often a stream sends a keep-alive message, in ms: more often than its reader's timeout. */
const beat = 15_000;

const json = { 'Content-Type': 'application/json' };
const said = (text: string, headers: Record<string, string> = json) => new Response(text, { headers });

/** Answers a request about a table on this device. */
export async function answer(url: string, init: RequestInit): Promise<Response> {
	const { pathname, searchParams } = new URL(url, location.origin);
	const [id = '', what = '', at] = pathname.split('/').slice(3);
	try {
		const table = await openTable(decodeURIComponent(id));
		if (what === 'events') return stream(table, init);
		if ((init.method ?? 'GET') === 'GET') return said(...(await read(table, what, at, searchParams)));
		return said(await change(table, what, JSON.parse(String(init.body ?? '{}'))));
	} catch (thrown) {
		const { status, id, rule, what } = refusalOf(thrown);
		if (status === 0) throw thrown; // as fetch does without a connection
		return new Response(JSON.stringify({ status, id, rule, what }), { status, headers: json });
	}
}

const nothingHere = () => new Refusal(404, { id: 'not-found' });

/** Returns the seats whose view a request wants, as a bit set. */
function seatsOf(as: string | null, everybody: number): number {
	if (as === 'none') return 0;
	return as === null || as === 'all' ? everybody : 1 << Number(as);
}

async function read(
	table: DeviceTable,
	what: string,
	at: string | undefined,
	query: URLSearchParams,
): Promise<[string, Record<string, string>?]> {
	const seen = () => seatsOf(query.get('as'), table.everybody);
	switch (what) {
		case '':
			return [JSON.stringify(table.record())];
		case 'view':
			return [await table.ask('update', Number(query.get('after') ?? Number.MAX_SAFE_INTEGER))];
		case 'why':
			return [await table.ask('why', Number(query.get('seat')), query.get('move') ?? '')];
		case 'replay':
			return [
				at === undefined
					? await table.ask('replay', seen())
					: await table.ask('replay-at', seen(), Number(at)),
			];
		case 'transcript':
			return [await table.ask('transcript'), { 'Content-Type': 'text/plain; charset=utf-8' }];
		default:
			throw nothingHere();
	}
}

/** The body of a command, if there is one. */
interface Body {
	key?: string;
	seat?: number;
	question?: string;
	move?: string;
	to?: number;
	agree?: boolean;
	passes?: string[];
	what?: string;
}

async function change(table: DeviceTable, what: string, body: Body): Promise<string> {
	const { key = '', seat = 0, question = '', move = '', to = 0, agree = false, passes = [] } = body;
	const motion = body.what ?? '';
	const more: Record<string, unknown[]> = {
		moves: [seat, question, move],
		undo: [to],
		answer: [agree],
		propose: [motion],
		standing: [seat, passes],
	};
	if (what === 'rematch') return JSON.stringify({ id: await beginTable(table.again) });
	if (what === 'ghost') return '{}'; // there are no other players to see a plan
	if (!more[what]) throw nothingHere();
	return JSON.stringify({
		n: Number(await table.ask(what, key, Date.now(), ...more[what])),
	});
}

/** Streams the events of a table until the reader closes the stream. */
async function stream(table: DeviceTable, { headers, signal }: RequestInit): Promise<Response> {
	const text = new TextEncoder();
	const last = new Headers(headers).get('Last-Event-ID');
	let leave = () => {};
	const body = new ReadableStream<Uint8Array>({
		async start(to) {
			const send = (line: string) => {
				if (!signal?.aborted) to.enqueue(text.encode(line));
			};
			const unfollow = await table.follow(
				(event, data) => {
					const id = event === 'update' ? `id: ${JSON.parse(data).n}\n` : '';
					send(`event: ${event}\n${id}data: ${data}\n\n`);
				},
				Number(last ?? -1),
			);
			const timer = setInterval(() => send(':\n'), beat);
			leave = () => {
				clearInterval(timer);
				unfollow();
			};
			const end = () => {
				leave();
				to.error(signal?.reason);
			};
			if (signal?.aborted) end();
			else signal?.addEventListener('abort', end, { once: true });
		},
		cancel: () => leave(),
	});
	return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}
