// The pages that are small, and seldom the first: they are fetched together. The
// lobby is one of them: whoever comes to it has just opened a link, or made the table.

export { default as Lobby } from '../table/Lobby.svelte';
export { default as LinkPage } from './link/LinkPage.svelte';
export { default as Lost } from './lost/Lost.svelte';
export { default as Mine } from './mine/Mine.svelte';
export { default as NewTable } from './new/NewTable.svelte';
export { default as Rules } from './rules/Rules.svelte';
export { default as Settings } from './settings/Settings.svelte';
export { default as Tables } from './tables/Tables.svelte';
