// The pages: where each is, how it is fetched, what it is called, what stands around it. The server reads the addresses
// from here too (routes-plugin.ts). Each page is fetched when it is first opened.

import type { Component } from 'svelte';
import type { Key } from './i18n/words.svelte.ts';

export type Props = Record<string, string | number | boolean | undefined>;

export interface Way {
	/** Its addresses, the plain one first. What stands in braces is a prop of the page; dots take the rest. */
	at: readonly string[];
	title: Key;
	// biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which its addresses match
	load: () => Promise<Component<any>>;
	/** It fills the window: nothing stands around it. */
	bare?: true;
	/** What else the address says. */
	more?: (url: URL, found: Partial<Record<string, string>>) => Props;
}

const small = () => import('./pages/small.ts');
const study = () => import('./pages/study.ts');

const ways = {
	landing: {
		at: ['/'],
		title: 'web.title.landing',
		load: async () => (await import('./pages/landing/Landing.svelte')).default,
	},
	new: { at: ['/new'], title: 'web.title.new', load: async () => (await small()).NewTable },
	table: {
		at: ['/t/{id}', '/t/{id}/{rest...}'],
		title: 'web.title.table',
		load: async () => (await import('./pages/table/TablePage.svelte')).default,
		bare: true,
	},
	link: { at: ['/j/{secret}'], title: 'web.title.link', load: async () => (await small()).LinkPage },
	tables: { at: ['/tables'], title: 'web.title.tables', load: async () => (await small()).Tables },
	mine: { at: ['/mine'], title: 'web.title.mine', load: async () => (await small()).Mine },
	replay: {
		at: ['/replay/{id}', '/replay/{id}/{at}'],
		title: 'web.title.replay',
		load: async () => (await import('./pages/replay/Replay.svelte')).default,
		bare: true,
		more: ({ searchParams }, { at = '' }) => ({
			at: /^\d+$/.test(at) ? Number(at) : undefined,
			as: searchParams.get('as') ?? undefined,
			story: searchParams.has('story') || undefined,
		}),
	},
	rules: {
		at: ['/rules', '/rules/', '/rules/{game}'],
		title: 'web.title.rules',
		load: async () => (await small()).Rules,
		more: ({ hash }) => ({ rule: hash.slice(1) || undefined }),
	},
	learn: { at: ['/learn'], title: 'web.title.learn', load: async () => (await study()).Learn },
	puzzles: { at: ['/puzzles'], title: 'web.title.puzzles', load: async () => (await study()).Puzzles },
	settings: { at: ['/settings'], title: 'web.title.settings', load: async () => (await small()).Settings },
	device: {
		at: ['/device'],
		title: 'web.title.device',
		load: async () => (await import('./pages/device/Device.svelte')).default,
	},
	today: { at: ['/today'], title: 'web.title.today', load: async () => (await study()).Today },
	duplicate: {
		at: ['/duplicate/{id}'],
		title: 'web.title.duplicate',
		load: async () => (await study()).Duplicate,
	},
	history: {
		at: ['/games', '/people/{id}'],
		title: 'web.title.history',
		load: async () => (await study()).History,
	},
	/** What every other address shows. */
	lost: { at: [], title: 'web.title.lost', load: async () => (await small()).Lost },
} satisfies Record<string, Way>;

export type PageName = keyof typeof ways;
export const routes: Record<PageName, Way> = ways;

/** Which page is open, with what the address says about it. */
export interface Route {
	page: PageName;
	props: Props;
}

/** What an address has where a pattern has braces; null where it is another address. */
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

/** Reads an address. */
export function routeOf(url: URL): Route {
	const lost: Route = { page: 'lost', props: {} };
	let parts: string[];
	try {
		parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
	} catch {
		return lost; // it is not written as addresses are
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

/** Two addresses with the same key are the same page, which changes in place: they agree in what the page is about. */
export function keyOf({ page, props }: Route): string {
	const about = /\{(\w+)\}/.exec(routes[page].at.join())?.[1] ?? '';
	return `${page} ${props[about] ?? ''}`;
}
