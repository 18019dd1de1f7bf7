// Fetches stories from the server.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import type { Source } from './reader.svelte.ts';

export function sourceOf(id: string): Source {
	const path = { id };
	return {
		read: () => ask(api.get('/api/tables/{id}/story', { path })),
		make: () => ask(api.post('/api/tables/{id}/story', { path })),
	};
}
