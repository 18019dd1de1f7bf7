// The round table and the tray are enough to begin; the rest comes right after them (deferred.ts).

import { LazyModule } from '../../app/lazy.svelte.ts';

export const deferred = new LazyModule(() => import('./deferred.ts'));
