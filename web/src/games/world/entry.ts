// Where a table of the world game begins.

/** The address of the picture of the land. */
export { default as land } from '../../gen/world-land.svg?url';
export { game, gameOf } from './game.ts';
export { default as Table } from './WorldTable.svelte';
