// What concerns taking a bot's seat in a running game. The sheet's content is the game's own.

export { default as Asking } from './Asking.svelte';
export { default as Joining } from './Joining.svelte';
