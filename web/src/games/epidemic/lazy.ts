// The map, the hand and the actions are enough to begin; everything else
// is loaded right after them (deferred.ts).

import { LazyModule } from '../../app/lazy.svelte.ts';

/** Advice is fetched by whoever asks for it. */
export const advice = new LazyModule(() => import('./advice/AdvicePanel.svelte'));

export const deferred = new LazyModule(() => import('./deferred.ts'));
