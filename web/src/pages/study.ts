// What one comes back for beside the tables: lessons, puzzles, the deal of the day. It is
// fetched together, by whoever opens one of these pages or a table that is a lesson or a
// puzzle, and by nobody else.

export { default as LessonPanel } from '../learn/LessonPanel.svelte';
export { default as PuzzlePanel } from '../puzzles/PuzzlePanel.svelte';
export { default as Duplicate } from './duplicate/Duplicate.svelte';
export { default as History } from './history/History.svelte';
export { default as Learn } from './learn/Learn.svelte';
export { default as Puzzles } from './puzzles/Puzzles.svelte';
export { default as Today } from './today/Today.svelte';
