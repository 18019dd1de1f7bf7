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
// What the page will show is asked for at once, and not first when the words are there, then its code, then its game.
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
	// Without a catalogue there are no words but these.
	if (target) target.textContent = 'Theriac cannot be reached. · Theriac est injoignable. ↻';
}
