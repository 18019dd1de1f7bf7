// Loads what concerns taking a bot's seat in a running game, when a person is about to do so.

import { LazyModule } from '../../app/lazy.svelte.ts';

export const join = new LazyModule(() => import('./index.ts'));
