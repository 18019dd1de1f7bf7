// The code for a game's story and for showing its better plans. It loads when a viewer opens the story.

export { default as StoryPanel } from './StoryPanel.svelte';
export { default as TrialBar } from './TrialBar.svelte';
export { Trial } from './trial.svelte.ts';
