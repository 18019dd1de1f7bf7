// The layout of a question, set by the component around it, and read by the components inside it.

import { getContext, setContext } from 'svelte';

/**
 * How the answers are arranged: as a stack, low in the space of a few buttons, or in rows across the whole
 * tray.
 */
type Layout = 'stack' | 'low' | 'row';

const key = {};

/** Sets the layout for questions inside the calling component. */
export function provideLayout(layout: () => Layout): void {
	setContext(key, layout);
}

export function useLayout(): () => Layout {
	return getContext(key) ?? (() => 'stack');
}
