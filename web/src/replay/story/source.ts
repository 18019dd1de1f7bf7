// Where a story comes from: the server.

import { ask } from '../../api/ask.ts';
import { makeStory, story } from '../../gen/api';
import type { Source } from './reader.svelte.ts';

export function sourceOf(id: string): Source {
	const path = { id };
	return { read: () => ask(story({ path })), make: () => ask(makeStory({ path })) };
}
