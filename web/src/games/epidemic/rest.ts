// The rest of the table: what is read beside the map, and what opens at a press.

export { default as RuleDialog } from '../../rules/RuleDialog.svelte';
export { default as Announcer } from '../../table/Announcer.svelte';
export { default as Since } from '../../table/Since.svelte';
export { default as CardUses } from './acting/CardUses.svelte';
export { default as Choices } from './acting/Choices.svelte';
export { default as KeysHelp } from './acting/KeysHelp.svelte';
export { default as Picking } from './acting/Picking.svelte';
export { default as QuestionPanel } from './acting/QuestionPanel.svelte';
export { default as RuleNote } from './acting/RuleNote.svelte';
export { default as Strip } from './acting/Strip.svelte';
export { beatsOfSteps } from './board/beats.ts';
export { default as CityHint } from './board/CityHint.svelte';
export { default as CityPanel } from './board/CityPanel.svelte';
export { default as Flows } from './board/Flows.svelte';
export { default as Legend } from './board/Legend.svelte';
export { default as Places } from './board/Places.svelte';
export { default as Plans } from './board/Plans.svelte';
export { default as PlaybackBar } from './board/PlaybackBar.svelte';
export { default as EndPanel } from './end/EndPanel.svelte';
export { default as Hints } from './Hints.svelte';
export { default as MenuList } from './MenuList.svelte';
export { default as Paper } from './Paper.svelte';
export { default as TableQuestion } from './TableQuestion.svelte';
export { default as WatchNote } from './WatchNote.svelte';
export { default as Why } from './Why.svelte';
