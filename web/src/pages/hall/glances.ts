// The state of running games, in lists. What a game shows is in its own folder, and loads when a list has such a game.

import { LazyModule } from '../../app/lazy.svelte.ts';
import type { GlanceKit } from '../../games/manifest.ts';
import type { Glance, HallTable } from '../../gen/api.ts';
import { name, text } from '../../i18n/words.svelte.ts';

const found = import.meta.glob<GlanceKit>('../../games/*/glance.ts', { import: 'default' });
const kits = new Map(
	Object.entries(found).map(([path, load]) => [path.split('/').at(-2), new LazyModule(load)] as const),
);

/** Returns what a game shows, which its user loads; undefined if it shows nothing. */
export const kitOf = (game: string): LazyModule<GlanceKit> | undefined => kits.get(game);

/** Returns a sentence about a game that the game itself calls near its end; empty for every other. */
export function nearEnd(glance: Glance | undefined): string {
	const track = glance?.tracks?.find((t) => t.name === glance.near);
	return track ? text(`web.hall.near.${track.name}`, { n: track.of - track.at }) : '';
}

/** Returns the seat that a card offers: the first of a bot that is not kept; undefined if there is none. */
export function offered({ status, people }: Pick<HallTable, 'status' | 'people'>): number | undefined {
	const at = (people ?? []).findIndex(({ bot, holder, kept }) => bot && !holder && !kept);
	return status === 'playing' && at >= 0 ? at : undefined;
}

/** Returns the name of the offered seat's role; empty if its game says none. */
export function offeredRole(table: Pick<HallTable, 'status' | 'people' | 'glance'>): string {
	const role = table.glance?.cast?.[offered(table) ?? -1];
	return role ? name('role', role) : '';
}
