// Loads the parts of the table that are not needed to begin a game. They load after the map, the hand and the
// actions.

import { LazyModule } from '../../../app/lazy.svelte.ts';

export const deferred = new LazyModule(() => import('./index.ts'));
