// The portraits of the roles at a table, which its game exports.

import type { Portraits } from '../games/manifest.ts';
import type { Table } from '../gen/api.ts';

const faces = import.meta.glob<Portraits>('../games/*/portraits.ts', { import: 'default' });

/** Returns the portraits of a table's roles once they have loaded; letters replace missing ones. */
export function portraitsOf() {
	let value = $state.raw<Record<string, string | undefined>>();
	return {
		get value() {
			return value;
		},
		async load({ game, settings }: Pick<Table, 'game' | 'settings'>) {
			const of = await faces[`../games/${game}/portraits.ts`]?.().catch(() => null);
			value = await of?.(settings);
		},
	};
}
