// An answer that was given leaves with the focus: whoever plays by keys goes on from
// the tray, not from the top of the page.

import type { Attachment } from 'svelte/attachments';

export const keepFocus: Attachment<HTMLElement> = (tray) => {
	let within = false;
	const came = () => {
		within = true;
	};
	/** Going elsewhere names where; what is taken away with the focus does not. */
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
