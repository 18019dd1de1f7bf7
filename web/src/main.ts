import { mount } from 'svelte';
import App from './App.svelte';
import { followOthers } from './api/me.svelte.ts';
import { watchVersion } from './app/version.svelte.ts';
import { registerWorker } from './app/worker.ts';
import { start } from './router.svelte.ts';
import { apply, follow } from './settings.svelte.ts';

start();
follow();
followOthers();
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
