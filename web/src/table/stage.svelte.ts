// Whether an event is being announced over the board. During an announcement, panels over the table move
// aside.

export const stage = $state({
	/** True while an event is being announced. */
	taken: false,
});
