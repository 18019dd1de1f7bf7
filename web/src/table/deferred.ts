// The components that every table loads once the first move is possible: those next to the game, and those
// that buttons open.

export { default as Notices } from '../notices/Notices.svelte';
export { isStaged, sound, stage } from '../notices/sounds.ts';
export { default as RuleDialog } from '../rules/RuleDialog.svelte';
export { default as Dialog } from '../ui/Dialog.svelte';
export { glide } from '../ui/glide.ts';
export { default as AbsenceNote } from './AbsenceNote.svelte';
export { default as Announcer } from './Announcer.svelte';
export { default as BotReason } from './BotReason.svelte';
export { default as BotSeat } from './BotSeat.svelte';
export { default as Chat } from './Chat.svelte';
export { default as ConnectionNote } from './ConnectionNote.svelte';
export { default as FaceButton } from './FaceButton.svelte';
export { default as KeysHelp } from './KeysHelp.svelte';
export { default as Log, toLog } from './Log.svelte';
export { default as MenuList } from './MenuList.svelte';
export { default as PeopleLayer } from './PeopleLayer.svelte';
export { default as Proposal } from './Proposal.svelte';
export { default as Standstill } from './Standstill.svelte';
export { default as TableNotes } from './TableNotes.svelte';
export { default as TableQuestion } from './TableQuestion.svelte';
export { default as TabSheet } from './TabSheet.svelte';
export { default as TakeSeat } from './TakeSeat.svelte';
