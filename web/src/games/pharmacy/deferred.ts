// The rest of the table: what is read beside it, and what is told when something ends.

export { default as Hints } from './Hints.svelte';
export { formatter } from './log/formatter.ts';
export { default as EndPanel } from './points/EndPanel.svelte';
export { default as RoundEnd } from './points/RoundEnd.svelte';
export { default as TabPanel } from './TabPanel.svelte';
