// Things of a list that get another place go there instead of jumping.

import type { Attachment } from 'svelte/attachments';
import { calm } from '../settings.svelte.ts';

type Place = readonly [x: number, y: number];

/**
 * Lets those that `which` selects glide to where they belong whenever the list changes. One inside another is moved
 * by what it moves in it.
 */
export const glide =
	(which: string): Attachment<HTMLElement> =>
	(list) => {
		let before = places();

		/** Where everything belongs, from the one around it; offsets know nothing of what is still on its way. */
		function places(): Map<HTMLElement, Place> {
			const now = new Map<HTMLElement, Place>();
			for (const one of list.querySelectorAll<HTMLElement>(which)) {
				const around = one.parentElement?.closest<HTMLElement>(which) ?? list;
				now.set(one, [one.offsetLeft - around.offsetLeft, one.offsetTop - around.offsetTop]);
			}
			return now;
		}

		function changed(): void {
			const now = places();
			const end = list.clientHeight;
			for (const [one, [x, y]] of now) {
				const [fromX, fromY] = before.get(one) ?? [x, y];
				// A list that was scrolled stays where it is read; what is further down is not in sight.
				if (calm() || list.scrollTop > 0 || Math.min(y, fromY) > end) continue;
				if (fromX === x && fromY === y) continue;
				const from = `translate(${fromX - x}px, ${fromY - y}px)`;
				one.animate({ transform: [from, 'none'] }, { duration: 200, easing: 'cubic-bezier(.2, 0, 0, 1)' });
			}
			before = now;
		}

		// It is called before anything is drawn: nobody sees a thing in its new place first.
		const observer = new MutationObserver(changed);
		observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
		return () => observer.disconnect();
	};
