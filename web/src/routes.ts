// The pages: their addresses and code, and whether they fill the window. A page's title is the text
// with its name under web.title. The server gets its list of
// addresses from this file, too (routes-plugin.ts). A page's code loads when the page is first opened.

import type { Component } from 'svelte';

export type Props = Record<string, string | number | boolean | undefined>;

interface PageRoute {
	/**
	 * The addresses of the page, the main one first. A name in braces becomes a prop of the page; dots match
	 * the rest of the path.
	 */
	at: readonly string[];
	// biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which its addresses match
	load: () => Promise<Component<any>>;
	/** Whether the page fills the window, without the frame. */
	bare?: true;
	/** Returns further props of the page, from the whole address. */
	more?: (url: URL, found: Partial<Record<string, string>>) => Props;
}

const shown = <T>({ default: page }: { default: T }): T => page;
const small = () => import('./pages/small.ts');
const study = () => import('./pages/study.ts');
const aside = () => import('./pages/aside.ts');
const people = () => import('./people/index.ts');

const pages = {
	landing: {
		at: ['/'],
		load: () => import('./pages/landing/Landing.svelte').then(shown),
	},
	new: { at: ['/new'], load: async () => (await small()).NewTable },
	table: {
		at: ['/t/{id}', '/t/{id}/{rest...}'],
		load: () => import('./pages/table/TablePage.svelte').then(shown),
		bare: true,
	},
	code: { at: ['/c', '/c/{code}'], load: async () => (await people()).CodePage },
	link: { at: ['/j/{secret}'], load: async () => (await small()).LinkPage },
	hall: { at: ['/hall', '/tables'], load: () => import('./pages/hall/Hall.svelte').then(shown) },
	mine: { at: ['/mine'], load: async () => (await small()).Mine },
	replay: {
		at: ['/replay/{id}', '/replay/{id}/{at}'],
		load: () => import('./pages/replay/Replay.svelte').then(shown),
		bare: true,
		more: ({ searchParams }, { at = '' }) => ({
			at: /^\d+$/.test(at) ? Number(at) : undefined,
			as: searchParams.get('as') ?? undefined,
			story: searchParams.has('story') || undefined,
		}),
	},
	rules: {
		at: ['/rules', '/rules/', '/rules/{game}'],
		load: async () => (await small()).Rules,
		more: ({ hash }) => ({ rule: hash.slice(1) || undefined }),
	},
	learn: { at: ['/learn'], load: async () => (await study()).Learn },
	puzzles: { at: ['/puzzles'], load: async () => (await study()).Puzzles },
	settings: { at: ['/settings'], load: async () => (await small()).Settings },
	decisions: {
		at: ['/decisions', '/appeal/{secret}'],
		load: async () => (await people()).Decisions,
	},
	device: {
		at: ['/device'],
		load: () => import('./pages/device/Device.svelte').then(shown),
	},
	today: { at: ['/today'], load: async () => (await study()).Today },
	duplicate: {
		at: ['/duplicate/{id}'],
		load: async () => (await study()).Duplicate,
	},
	history: {
		at: ['/games', '/people/{id}'],
		load: async () => (await study()).History,
	},
	doors: {
		at: ['/doors', '/doors/{code}'],
		load: async () => (await aside()).Doors,
	},
	about: { at: ['/about/{page}'], load: async () => (await aside()).HostPage },
	console: {
		at: ['/console', '/console/{rest...}'],
		load: async () => (await aside()).loadConsole(),
		bare: true,
	},
	/** The page for all addresses that no other page has. */
	lost: { at: [], load: async () => (await small()).Lost },
} satisfies Record<string, PageRoute>;

export type PageName = keyof typeof pages;
export const routes: Record<PageName, PageRoute> = pages;

/** The open page, with its props from the address. */
export interface Route {
	page: PageName;
	props: Props;
}

/** Returns the values for the names in a pattern's braces; null if the address does not match. */
function match(pattern: string, parts: readonly string[]): Record<string, string> | null {
	const want = pattern.split('/').filter(Boolean);
	const open = want.at(-1)?.endsWith('...}') ?? false;
	if (open) want.pop();
	if (open ? parts.length < want.length : parts.length !== want.length) return null;
	const found: Record<string, string> = {};
	for (const [i, w] of want.entries()) {
		const part = parts[i] ?? '';
		if (w.startsWith('{')) found[w.slice(1, -1)] = part;
		else if (w !== part) return null;
	}
	return found;
}

/** Returns the page for an address, with its props. */
export function routeOf(url: URL): Route {
	const lost: Route = { page: 'lost', props: {} };
	let parts: string[];
	try {
		parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
	} catch {
		return lost; // the address has a malformed percent-encoding
	}
	for (const page of Object.keys(routes) as PageName[]) {
		const { at, more } = routes[page];
		for (const pattern of at) {
			const found = match(pattern, parts);
			if (found) return { page, props: { ...found, ...more?.(url, found) } };
		}
	}
	return lost;
}

/**
 * Returns the key of a page. Addresses with the same key are one page, which stays mounted and gets new
 * props.
 */
export function keyOf({ page, props }: Route): string {
	const about = /\{(\w+)\}/.exec(routes[page].at.join())?.[1] ?? '';
	return `${page} ${props[about] ?? ''}`;
}
