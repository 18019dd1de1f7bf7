// What concerns the people at a table, decisions about this person, and short codes. It loads when a player opens
// one of these, or when a person knocks.

export { default as CodePage } from '../codes/CodePage.svelte';
export { default as SayCode } from '../codes/SayCode.svelte';
export { default as Decisions } from '../pages/decisions/Decisions.svelte';
export { default as Blocked } from './Blocked.svelte';
export { default as HooksDialog } from './HooksDialog.svelte';
export { default as Knocks } from './Knocks.svelte';
export { default as PeopleDialog } from './PeopleDialog.svelte';
export { default as PersonSheet } from './PersonSheet.svelte';
export { default as ReportDialog } from './ReportDialog.svelte';
