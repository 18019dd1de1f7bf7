// Finds text that does not fit its container. Its function runs in the page.

/** Returns the texts that are cut off or extend beyond the window, one per line. */
export function overflowing(): string[] {
	const found: string[] = [];
	const root = document.documentElement;
	if (root.scrollWidth > root.clientWidth + 1)
		found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);

	const say = (element: Element, what: string) => {
		const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
		const name =
			typeof element.className === 'string' ? element.className.replace(/svelte-\w+/g, '').trim() : '';
		found.push(`${what}: <${element.tagName.toLowerCase()} ${name}> “${text}”`);
	};
	/** Reports whether an element is visible now. */
	const seen = (element: HTMLElement) =>
		element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
		!element.closest('.sr-only, [inert]');
	const scrolls = (value: string) => value === 'auto' || value === 'scroll';
	/**
	 * Reports whether an element is in a horizontally scrolling ancestor that is nearer than any which hides
	 * overflow.
	 */
	const scrollable = (element: Element): boolean => {
		for (let e: Element | null = element; e && e !== root; e = e.parentElement)
			if (scrolls(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth) return true;
		return false;
	};
	/**
	 * Returns the box of the nearest ancestor that hides overflow; null if a scrolling ancestor is nearer.
	 */
	const cutting = (element: Element): DOMRect | null => {
		for (let e: Element | null = element; e && e !== root; e = e.parentElement) {
			const { overflowY } = getComputedStyle(e);
			if (scrolls(overflowY)) return null;
			if (overflowY !== 'visible') return e.getBoundingClientRect();
		}
		return null;
	};
	/** Returns the text nodes directly in an element. */
	const wordsOf = (element: Element) =>
		[...element.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim());
	/** Returns the boxes that a text fills on the page. */
	const around = (words: Node[]): DOMRect[] =>
		words.map((word) => {
			const range = document.createRange();
			range.selectNodeContents(word);
			return range.getBoundingClientRect();
		});

	for (const element of document.querySelectorAll<HTMLElement>('body *')) {
		if (!(element instanceof HTMLElement) || !seen(element) || element.closest('svg')) continue;
		const look = getComputedStyle(element);
		const clips = look.overflowX !== 'visible' && !scrolls(look.overflowX);
		const field = element instanceof HTMLInputElement;
		const words = wordsOf(element);
		if (clips && !field && words.length > 0 && element.scrollWidth > element.clientWidth + 1)
			say(element, 'cut off');
		const button = element.matches('button, a, [role="tab"], label, th, td, h1, h2, h3, h4');
		if (button && !clips && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 2)
			say(element, 'runs over');
		if (button && look.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
			say(element, 'cut below');
		if (words.length === 0) continue;
		const boxes = around(words);
		const frame = cutting(element);
		if (frame && boxes.some((box) => box.height > 1 && box.bottom > frame.bottom + 1))
			say(element, 'cut below');
		const outside = boxes.some((box) => box.width > 1 && (box.right > root.clientWidth + 1 || box.left < -1));
		if (outside && !scrollable(element)) say(element, 'out of the window');
	}
	return [...new Set(found)];
}
