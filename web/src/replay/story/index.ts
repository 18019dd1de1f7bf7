// The story of a game and what shows its better plans: fetched by whoever opens it.

export { default as StoryPanel } from './StoryPanel.svelte';
export { default as TrialBar } from './TrialBar.svelte';
export { Trial } from './trial.svelte.ts';
