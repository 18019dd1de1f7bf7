// The story's code comes when it is first opened.

import { LazyModule } from '../../app/lazy.svelte.ts';

export const storyParts = new LazyModule(() => import('./index.ts'));
