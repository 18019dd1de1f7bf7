// The parts of a pharmacy table that load later: those next to the table, and those for the end of a round
// or of the game.

export { default as Hints } from './Hints.svelte';
export { formatter } from './log/formatter.ts';
export { default as EndPanel } from './points/EndPanel.svelte';
export { default as RoundEnd } from './points/RoundEnd.svelte';
export { default as TabPanel } from './TabPanel.svelte';
