import { expect, it } from 'vitest';
import { Lines, type ServerEvent } from './stream.ts';

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
