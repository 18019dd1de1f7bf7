import type { Attachment } from 'svelte/attachments';

/** Makes a scrollable box reachable by keyboard while its content is larger than the box. */
export const scrollable: Attachment<HTMLElement> = (box) => {
	const look = () => {
		if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
		else box.removeAttribute('tabindex');
	};
	const sizes = new ResizeObserver(look);
	sizes.observe(box);
	for (const child of box.children) sizes.observe(child);
	return () => sizes.disconnect();
};
