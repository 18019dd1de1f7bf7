// What stands at every table and opens at a press: it comes right after the table (deferred.ts).

import { LazyModule } from '../app/lazy.svelte.ts';

export const deferred = new LazyModule(() => import('./deferred.ts'));
