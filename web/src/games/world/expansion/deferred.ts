// The code for world tables with an expansion. Each export only combines what the individual expansions add.

export { default as City } from './City.svelte';
export { default as Before } from './cards/Before.svelte';
export { inForce } from './cards/force.ts';
export { gameOf } from './game.ts';
export { hints } from './hints.ts';
export { default as Layer } from './Layer.svelte';
export { default as Legend } from './Legend.svelte';
export { default as Dock } from './lab/Dock.svelte';
export { docked } from './lab/docked.ts';
export { note } from './note.ts';
export { pieces } from './pieces.ts';
export { questions } from './questions/index.ts';
export { default as Hand } from './solo/Hand.svelte';
export { default as Team } from './solo/Team.svelte';
export { diseaseWords } from './strain/strain.ts';
export { default as Tracks } from './Tracks.svelte';
export { default as Bar } from './teams/Bar.svelte';
export { bonusWords as cardWords } from './teams/bonus.ts';
export { default as Count } from './teams/Count.svelte';
export { endingOf } from './teams/ending.ts';
export { default as Pawn } from './teams/Pawn.svelte';
export { default as Sides } from './teams/Sides.svelte';
export { baseWords as cityWords } from './teams/spoken.ts';
export { winners } from './teams/winners.ts';
export { winWords } from './win.ts';
