// What concerns the people at a table, and decisions about this person. It loads when a player opens one of
// these, or when a person knocks.

export { default as Decisions } from '../pages/decisions/Decisions.svelte';
export { default as Blocked } from './Blocked.svelte';
export { default as HooksDialog } from './HooksDialog.svelte';
export { default as Knocks } from './Knocks.svelte';
export { default as PeopleDialog } from './PeopleDialog.svelte';
export { default as PersonSheet } from './PersonSheet.svelte';
export { default as ReportDialog } from './ReportDialog.svelte';
