// The map, the hand and the actions are enough to begin; the rest of the table
// comes right after them (rest.ts).

import { LazyModule } from '../../app/coming.svelte.ts';

export const rest = new LazyModule(() => import('./rest.ts'));
