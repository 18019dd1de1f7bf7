// The pages that are small, and seldom the first: they are fetched together. The
// lobby is one of them: whoever comes to it has just opened a link, or made the table.

export { default as Lobby } from '../table/Lobby.svelte';
export { default as LinkPage } from './LinkPage.svelte';
export { default as Lost } from './Lost.svelte';
export { default as Mine } from './Mine.svelte';
export { default as NewTable } from './NewTable.svelte';
export { default as Rules } from './Rules.svelte';
export { default as Settings } from './Settings.svelte';
export { default as Tables } from './Tables.svelte';
