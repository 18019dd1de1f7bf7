// Where a table of the Iberia game begins.

import { game } from './game.ts';

export { game };
export const gameOf = () => game;
export { default as Table } from './IberiaTable.svelte';
