// Where a table of the Iberia game begins.

export { game } from './game.ts';
export { default as Table } from './IberiaTable.svelte';
