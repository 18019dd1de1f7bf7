// Components of every table that buttons open. They load right after the table (deferred.ts).

import { LazyModule } from '../app/lazy.svelte.ts';

export const deferred = new LazyModule(() => import('./deferred.ts'));
