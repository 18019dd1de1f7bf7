// Every question to the server goes through here: an answer comes back, or a
// refusal is thrown.

import type { Problem } from '../gen/api.ts';
import type { Answered } from './client.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** Waits for an answer of the server. */
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

/** A new name for a command. The same command sent twice under one name is carried out once. */
export function newKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

const waits = [300, 600, 1200, 2500, 4000, 5000, 5000, 5000, 5000];

/**
 * Sends a command until the server has answered it, so that no click is lost while
 * a connection is. The command must carry a key.
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
