// Loads the story's code when a viewer first opens a story.

import { LazyModule } from '../../app/lazy.svelte.ts';

export const storyParts = new LazyModule(() => import('./index.ts'));
