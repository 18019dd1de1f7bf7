// All requests to the server pass through this module, which returns the data or throws a Refusal.

import type { Problem } from '../gen/api.ts';
import type { Answered } from './client.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** Waits for the answer to a request, and throws a Refusal if the server does not fulfil it. */
export async function ask<T>(question: Promise<Answered<T>>): Promise<T> {
	let answer: Answered<T>;
	try {
		answer = await question;
	} catch {
		throw new Refusal(0, {});
	}
	if (answer.response.ok) return answer.data as T;
	const problem = answer.error && typeof answer.error === 'object' ? (answer.error as Partial<Problem>) : {};
	const wait = Number(answer.response.headers.get('Retry-After') ?? Number.NaN);
	throw new Refusal(answer.response.status, problem, wait || undefined);
}

/**
 * Makes an idempotency key. The server carries out a command once, no matter how often it arrives with the
 * same key.
 */
export function newKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

const waits = [300, 600, 1200, 2500, 4000, 5000, 5000, 5000, 5000];

/**
 * Sends a command repeatedly until the server answers, so that a click survives a lost connection. The
 * command must carry an idempotency key.
 */
export async function insist<T>(send: () => Promise<Answered<T>>): Promise<T> {
	for (const pause of waits) {
		try {
			return await ask(send());
		} catch (thrown) {
			const refusal = refusalOf(thrown);
			if (!refusal.passing) throw refusal;
			await new Promise((done) => setTimeout(done, Math.max(pause, (refusal.wait ?? 0) * 1000)));
		}
	}
	return ask(send());
}
