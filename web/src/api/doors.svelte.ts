// The doors of the server: which people may come in, and whether this person may. Pages outside a table
// look here before they show the hall.

import type { Doors } from '../gen/api.ts';
import { ask } from './ask.ts';
import { api } from './client.ts';
import { me } from './me.svelte.ts';
import type { Refusal } from './refusal.ts';

let known = $state.raw<{ of: string | undefined; doors: Doors } | null>(null);
let looking: Promise<Doors> | undefined;

/** Returns the doors as they were for this person; null until the server has answered. */
export function doors(): Doors | null {
	return known && known.of === me()?.id ? known.doors : null;
}

/** Asks the server who may come in, unless it is known. Concurrent calls share one request. */
export function lookAtDoors(): Promise<Doors> {
	const now = doors();
	if (now) return Promise.resolve(now);
	looking ??= ask(api.get('/api/doors'))
		.then(pass)
		.finally(() => {
			looking = undefined;
		});
	return looking;
}

/** Keeps an answer of the server about its doors. */
export function pass(answer: Doors): Doors {
	known = { of: me()?.id, doors: answer };
	return answer;
}

/** Reports whether this person is known to be outside, so that the hall is closed to them. */
export const isOutside = (): boolean => doors()?.inside === false;

/** Reports whether a request was refused because the doors are not open to the person. */
export const keepsOut = ({ id }: Refusal): boolean => id === 'outside' || id === 'closed-to-new';

/** Reports whether a request was refused because of the name or the title that it gives. */
export const refusesName = ({ id }: Refusal): boolean => id.startsWith('name-');
