// Numbers the visible answers, so that players can answer with a digit key.

import type { Attachment } from 'svelte/attachments';
import './numbered.css';

const answers = (tray: Element) => [...tray.querySelectorAll<HTMLElement>('[data-answer]')];

/** Numbers the answers in an element, and again whenever they change. */
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

/**
 * Presses an answer, given by its number or by the verb of its move. It returns false if there is no such
 * answer.
 */
export function press(which: number | string): boolean {
	const tray = document.getElementById('tray');
	const found = tray
		? answers(tray).find((a, i) => (typeof which === 'number' ? i === which - 1 : a.dataset.answer === which))
		: undefined;
	found?.click();
	return found !== undefined;
}
