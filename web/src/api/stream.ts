// Server-sent events, read with fetch: unlike EventSource it sees the comments
// that prove a quiet stream alive, and why a stream was refused.

import type { Problem } from '../gen/api.ts';
import { send } from './device.ts';
import { Refusal } from './refusal.ts';

export interface ServerEvent {
	event: string;
	data: string;
	id?: string;
	/** How long to wait before coming back, where the server says so. */
	retry?: number;
}

/** A stream sends a comment every 15 seconds; one that is silent for longer than this is dead. */
const silence = 40_000;

/** The stream of a table. */
export const streamOf = (id: string): string => `/api/tables/${encodeURIComponent(id)}/events`;

/** A stream whose follower is still on its way. */
let ahead: { url: string; answer: Promise<Response>; stop: AbortController } | undefined;

/** Asks for a stream before the code that follows it is there. */
export function askAhead(url: string): void {
	const stop = new AbortController();
	const answer = ask(url, undefined, stop.signal);
	answer.catch(() => null); // who follows it is told
	ahead = { url, answer, stop };
}

/** Gives up what was asked ahead: nobody follows it. */
export function dropAhead(): void {
	ahead?.stop.abort();
	ahead = undefined;
}

/** The answer to what was asked ahead, if it was this. */
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

/** Follows a stream until it ends. Each event goes to the taker; every sign of life to alive. */
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
		// Something that stands between, such as the sign-in page of a café, is no stream.
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

/** Puts the pieces of a stream together to events. */
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
