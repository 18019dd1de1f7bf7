// Small pages on which visits rarely begin. They load together. The lobby is one of them: players reach it
// through a link, or after creating a table.

export { default as Lobby } from '../table/Lobby.svelte';
export { default as LinkPage } from './link/LinkPage.svelte';
export { default as Lost } from './lost/Lost.svelte';
export { default as Mine } from './mine/Mine.svelte';
export { default as NewTable } from './new/NewTable.svelte';
export { default as Rules } from './rules/Rules.svelte';
export { default as Settings } from './settings/Settings.svelte';
