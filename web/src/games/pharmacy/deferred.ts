// The rest of the table: what is read beside it, and what is told when something ends.

export { default as Hints } from './Hints.svelte';
export { default as EndPanel } from './points/EndPanel.svelte';
export { default as RoundEnd } from './points/RoundEnd.svelte';
export { default as TabPanel } from './TabPanel.svelte';
export { telling } from './telling/telling.ts';
