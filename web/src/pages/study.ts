// Lessons, puzzles and the deal of the day. They load together, when one of their pages or the table of a
// lesson or puzzle is opened.

export { default as LessonPanel } from '../learn/LessonPanel.svelte';
export { default as PuzzlePanel } from '../puzzles/PuzzlePanel.svelte';
export { default as Duplicate } from './duplicate/Duplicate.svelte';
export { default as History } from './history/History.svelte';
export { default as Learn } from './learn/Learn.svelte';
export { default as Puzzles } from './puzzles/Puzzles.svelte';
export { default as Today } from './today/Today.svelte';
