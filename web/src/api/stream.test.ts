import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { askAhead, dropAhead, follow, Lines, type ServerEvent } from './stream.ts';

const sent = [
	'retry: 1000\n\n',
	': a comment proves the stream alive\n\n',
	'id: 12.3\nevent: update\ndata: {"n":12,"name":"Léon: 1"}\n\n',
	'event:bye\r\ndata: one\r\ndata:  two\r\n\r\n',
	'data\nunknown: x\n\n',
].join('');

const read: ServerEvent[] = [
	{ event: 'message', data: '', retry: 1000 },
	{ event: 'update', data: '{"n":12,"name":"Léon: 1"}', id: '12.3' },
	{ event: 'bye', data: 'one\n two' },
	{ event: 'message', data: '' },
];

function taken(pieces: string[]): ServerEvent[] {
	const lines = new Lines();
	return pieces.flatMap((piece) => [...lines.add(piece)]);
}

it('reads a stream in one piece', () => {
	expect(taken([sent])).toEqual(read);
});

it('reads a stream letter by letter', () => {
	expect(taken([...sent])).toEqual(read);
});

it('reads a stream split in two anywhere', () => {
	for (let at = 0; at <= sent.length; at++) expect(taken([sent.slice(0, at), sent.slice(at)])).toEqual(read);
});

it('gives nothing that has not ended', () => {
	expect(taken(['event: update\ndata: {"n"'])).toEqual([]);
});

it('follows what was asked ahead, and asks for nothing twice', async () => {
	let asked = 0;
	let left = 0;
	const server = createServer((_, answer) => {
		asked++;
		answer.on('close', () => left++);
		answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
		answer.write(`event: table\ndata: ${asked}\n\n`);
	});
	await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const first = async () => {
		const stop = new AbortController();
		let told: ServerEvent | undefined;
		const take = (e: ServerEvent) => {
			told = e;
			stop.abort();
		};
		await follow(url, undefined, stop.signal, take, () => null).catch(() => null);
		return told?.data;
	};
	try {
		askAhead(url);
		expect(await first()).toBe('1');
		expect(await first()).toBe('2');
		askAhead(url);
		await expect.poll(() => asked).toBe(3);
		dropAhead();
		await expect.poll(() => left).toBe(3);
		expect(await first()).toBe('4');
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
