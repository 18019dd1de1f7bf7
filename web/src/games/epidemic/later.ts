// The map, the hand and the actions are enough to begin; the rest of the table
// comes right after them (rest.ts).

import { Coming } from '../../app/coming.svelte.ts';

export const rest = new Coming(() => import('./rest.ts'));
