// What concerns the people at a table, or decisions about this browser's person: it loads when it is opened.

import { LazyModule } from '../app/lazy.svelte.ts';

export const people = new LazyModule(() => import('./index.ts'));
