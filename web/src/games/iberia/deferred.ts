// The parts of an Iberia table that load once the first move is possible.

export { default as Among } from '../epidemic/tray/Among.svelte';
export { default as Layer } from './board/Layer.svelte';
export { pieces } from './board/pieces.ts';
export { default as Site } from './board/Site.svelte';
export { default as City } from './City.svelte';
export { hints } from './hints.ts';
export { default as Legend } from './Legend.svelte';
export { note } from './note.ts';
export { questions } from './questions/index.ts';
export { default as Tracks } from './Tracks.svelte';
