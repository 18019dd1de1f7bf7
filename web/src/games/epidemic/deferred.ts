// What a map game's table loads later: what is read beside the map, and what opens at a press.

export { default as RoleCard } from './art/RoleCard.svelte';
export { default as Skyline } from './art/Skyline.svelte';
export { beatsOfSteps } from './board/beats.ts';
export { default as CityHint } from './board/CityHint.svelte';
export { default as CityPanel } from './board/CityPanel.svelte';
export { carry } from './board/carrying.ts';
export { default as Flows } from './board/Flows.svelte';
export { default as Legend } from './board/Legend.svelte';
export { default as Plans } from './board/Plans.svelte';
export { default as EndPanel } from './end/EndPanel.svelte';
export { default as Hints } from './Hints.svelte';
export { default as InHand } from './InHand.svelte';
export { default as CardUses } from './interaction/CardUses.svelte';
export { default as Choices } from './interaction/Choices.svelte';
export { default as Picking } from './interaction/Picking.svelte';
export { default as QuestionPanel } from './interaction/QuestionPanel.svelte';
export { default as RuleNote } from './interaction/RuleNote.svelte';
export { default as Strip } from './interaction/Strip.svelte';
export { formatter } from './log/formatter.ts';
export { default as Bubbles } from './moments/Bubbles.svelte';
export { default as InForce } from './moments/InForce.svelte';
export { default as Moments } from './moments/Moments.svelte';
export { default as Trails } from './moments/Trails.svelte';
export { default as Opened } from './Opened.svelte';
export { default as TabPanel } from './TabPanel.svelte';
export { default as TeamHand } from './TeamHand.svelte';
export { default as Why } from './Why.svelte';
