// Moves the items of a list smoothly when their positions change.

import type { Attachment } from 'svelte/attachments';
import { calm } from '../settings.svelte.ts';

type Place = readonly [x: number, y: number];

/**
 * Animates the elements that `which` selects to their new position whenever the list changes. A nested
 * element moves with its container.
 */
export const glide =
	(which: string): Attachment<HTMLElement> =>
	(list) => {
		let before = places();

		/** Returns the position of each element in its container, unaffected by running animations. */
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
				// Nothing is animated in a list that is scrolled down, or in rows below its visible part.
				if (calm() || list.scrollTop > 0 || Math.min(y, fromY) > end) continue;
				if (fromX === x && fromY === y) continue;
				const from = `translate(${fromX - x}px, ${fromY - y}px)`;
				one.animate({ transform: [from, 'none'] }, { duration: 200, easing: 'cubic-bezier(.2, 0, 0, 1)' });
			}
			before = now;
		}

		// A mutation observer runs before the next paint, so that no element flashes at its new position.
		const observer = new MutationObserver(changed);
		observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
		return () => observer.disconnect();
	};
