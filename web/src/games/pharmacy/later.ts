// The round table and the tray are enough to begin; the rest comes right after them (rest.ts).

import { Coming } from '../../app/coming.svelte.ts';

export const rest = new Coming(() => import('./rest.ts'));
