// Moves the focus to the tray if the focused answer disappears. Otherwise keyboard players would continue
// at the top of the page.

import type { Attachment } from 'svelte/attachments';

export const keepFocus: Attachment<HTMLElement> = (tray) => {
	let within = false;
	const came = () => {
		within = true;
	};
	/** Handles a blur event. Only a blur without a relatedTarget can come from the removal of the element. */
	const went = ({ relatedTarget }: FocusEvent) => {
		if (relatedTarget instanceof Node && !tray.contains(relatedTarget)) within = false;
	};
	const changes = new MutationObserver(() => {
		if (within && document.activeElement === document.body) tray.focus({ preventScroll: true });
	});
	tray.addEventListener('focusin', came);
	tray.addEventListener('focusout', went);
	changes.observe(tray, { childList: true, subtree: true });
	return () => {
		changes.disconnect();
		tray.removeEventListener('focusin', came);
		tray.removeEventListener('focusout', went);
	};
};
