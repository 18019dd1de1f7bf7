import { mount } from 'svelte';
import App from './App.svelte';
import { followOthers } from './api/me.svelte.ts';
import { askAhead, streamOf } from './api/stream.ts';
import { ahead } from './app/pages.ts';
import { watchVersion } from './app/version.svelte.ts';
import { registerWorker } from './app/worker.ts';
import { route, start } from './router.svelte.ts';
import { apply, follow } from './settings.svelte.ts';

start();
follow();
followOthers();
// Requests the page's data immediately, while its texts, its code and the game's code are still loading.
const first = route();
if (first.page === 'table') askAhead(streamOf(`${first.props.id}`));
ahead(first);
const target = document.getElementById('app');
try {
	await apply();
	if (target) mount(App, { target });
	watchVersion();
	registerWorker();
} catch {
	// The texts could not be loaded, so this message is in both languages.
	if (target) target.textContent = 'Theriac cannot be reached. · Theriac est injoignable. ↻';
}
