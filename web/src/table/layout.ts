// How a question is laid out, which the place where it is asked decides: its frame and its answers look here.

import { getContext, setContext } from 'svelte';

/** One thing under the other; low, in the place of a few buttons; or in rows as long as the tray. */
export type Layout = 'stack' | 'low' | 'row';

const key = {};

/** Sets the layout of everything inside the component that calls it. */
export function provideLayout(layout: () => Layout): void {
	setContext(key, layout);
}

export function useLayout(): () => Layout {
	return getContext(key) ?? (() => 'stack');
}
