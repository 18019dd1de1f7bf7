// The answers in sight carry figures: the key of a figure gives the answer.

import type { Attachment } from 'svelte/attachments';

const answers = (tray: Element) => [...tray.querySelectorAll<HTMLElement>('[data-answer]')];

/** Numbers the answers within, as they come and go. */
export const numbered: Attachment<HTMLElement> = (tray) => {
	const count = () => {
		for (const [i, answer] of answers(tray).entries()) {
			if (i < 9) answer.dataset.nth = String(i + 1);
			else delete answer.dataset.nth;
		}
	};
	count();
	const changes = new MutationObserver(count);
	changes.observe(tray, { childList: true, subtree: true });
	return () => changes.disconnect();
};

/** Presses an answer by its figure, or by the verb of its move. */
export function press(which: number | string): boolean {
	const tray = document.getElementById('tray');
	const found = tray
		? answers(tray).find((a, i) => (typeof which === 'number' ? i === which - 1 : a.dataset.answer === which))
		: undefined;
	found?.click();
	return found !== undefined;
}
