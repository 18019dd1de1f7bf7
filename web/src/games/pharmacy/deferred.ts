// What the table loads later: what is read beside it, and what is shown when a round or the game ends.

export { default as Hints } from './Hints.svelte';
export { formatter } from './log/formatter.ts';
export { default as EndPanel } from './points/EndPanel.svelte';
export { default as RoundEnd } from './points/RoundEnd.svelte';
export { default as TabPanel } from './TabPanel.svelte';
