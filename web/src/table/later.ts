// What stands at every table and opens at a press: it comes right after the table (rest.ts).

import { LazyModule } from '../app/coming.svelte.ts';

export const rest = new LazyModule(() => import('./rest.ts'));
