// The round table and the tray are enough to begin; the rest comes right after them (rest.ts).

import { LazyModule } from '../../app/coming.svelte.ts';

export const rest = new LazyModule(() => import('./rest.ts'));
