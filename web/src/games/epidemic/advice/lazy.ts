import { LazyModule } from '../../../app/lazy.svelte.ts';

/** The advice panel, which loads when a player opens it. */
export const advice = new LazyModule(() => import('./AdvicePanel.svelte'));
