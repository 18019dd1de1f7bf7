// Reads server-sent events with fetch. Unlike EventSource, it notices the comments that keep a quiet stream
// alive, and learns why a stream was refused.

import type { Problem } from '../gen/api.ts';
import { send } from './device.ts';
import { Refusal } from './refusal.ts';

export interface ServerEvent {
	event: string;
	data: string;
	id?: string;
	/** How many milliseconds to wait before reconnecting, if the server sent a time. */
	retry?: number;
}

/**
 * After this many milliseconds without data a stream counts as dead: the server sends a comment every 15
 * seconds.
 */
const silence = 40_000;

/** Returns the URL of a table's event stream. */
export const streamOf = (id: string): string => `/api/tables/${encodeURIComponent(id)}/events`;

/** The stream requested by askAhead, until the code that reads it has loaded. */
let ahead: { url: string; answer: Promise<Response>; stop: AbortController } | undefined;

/** Requests a table's stream while the code that reads it is still loading. */
export function askAhead(url: string): void {
	const stop = new AbortController();
	const answer = ask(url, undefined, stop.signal);
	answer.catch(() => null); // follow() reports the error
	ahead = { url, answer, stop };
}

/** Cancels a stream that askAhead requested. */
export function dropAhead(): void {
	ahead?.stop.abort();
	ahead = undefined;
}

/** Returns the answer that askAhead requested, if it was for this URL. */
function answered(url: string, until: AbortSignal): Promise<Response> | undefined {
	if (ahead?.url !== url) return undefined;
	const { answer, stop } = ahead;
	ahead = undefined;
	until.addEventListener('abort', () => stop.abort());
	return answer;
}

function ask(url: string, lastId: string | undefined, signal: AbortSignal): Promise<Response> {
	const headers: Record<string, string> = { Accept: 'text/event-stream' };
	if (lastId) headers['Last-Event-ID'] = lastId;
	return send(url, { headers, signal, cache: 'no-store' });
}

/** Reads a stream until it ends. It passes each event to `take`, and calls `alive` whenever data arrives. */
export async function follow(
	url: string,
	lastId: string | undefined,
	signal: AbortSignal,
	take: (e: ServerEvent) => void,
	alive: () => void,
): Promise<void> {
	const dead = new AbortController();
	let timer = setTimeout(() => dead.abort(), silence);
	const both = AbortSignal.any([signal, dead.signal]);
	try {
		const response = await (answered(url, both) ?? ask(url, lastId, both));
		if (!response.ok || !response.body) {
			const problem: Partial<Problem> = await response.json().catch(() => ({}));
			throw new Refusal(response.status, problem);
		}
		// A response from an intermediary, such as the sign-in page of a café, is not a stream.
		if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) throw new Refusal(0, {});
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		const lines = new Lines();
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return;
			clearTimeout(timer);
			timer = setTimeout(() => dead.abort(), silence);
			alive();
			for (const e of lines.add(value)) take(e);
		}
	} finally {
		clearTimeout(timer);
		dead.abort();
	}
}

/** Assembles events from the chunks of a stream's text. */
export class Lines {
	private rest = '';
	private open: ServerEvent = { event: 'message', data: '' };
	private any = false;

	*add(piece: string): Generator<ServerEvent> {
		const lines = (this.rest + piece).split('\n');
		this.rest = lines.pop() ?? '';
		for (const raw of lines) {
			const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
			if (line === '') {
				if (this.any) yield this.open;
				this.open = { event: 'message', data: '' };
				this.any = false;
				continue;
			}
			if (line.startsWith(':')) continue;
			const colon = line.indexOf(':');
			const field = colon < 0 ? line : line.slice(0, colon);
			const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
			this.any = true;
			if (field === 'event') this.open.event = value;
			else if (field === 'data') this.open.data += this.open.data ? `\n${value}` : value;
			else if (field === 'id') this.open.id = value;
			else if (field === 'retry') this.open.retry = Number(value);
		}
	}
}
