// Which page is open, by the address. Addresses are the product's own promise:
// one can be kept, shared and opened again.

import { defaultGame } from './games/games.ts';

export type Route =
	| { page: 'landing' }
	| { page: 'new' }
	| { page: 'table'; id: string }
	| { page: 'link'; secret: string }
	| { page: 'tables' }
	| { page: 'mine' }
	| { page: 'replay'; id: string; at?: number; as?: string; story?: boolean }
	| { page: 'rules'; game: string; rule?: string }
	| { page: 'learn' }
	| { page: 'puzzles' }
	| { page: 'settings' }
	| { page: 'device' }
	| { page: 'today' }
	| { page: 'duplicate'; id: string }
	| { page: 'history'; id?: string }
	| { page: 'lost' };

/** The parts of a path; one that is not written as addresses are has a part that leads nowhere. */
function partsOf(path: string): string[] {
	try {
		return path.split('/').filter(Boolean).map(decodeURIComponent);
	} catch {
		return ['%'];
	}
}

/** Reads an address. */
export function routeOf(url: URL): Route {
	const [head = '', second, third] = partsOf(url.pathname);
	switch (head) {
		case '':
			return { page: 'landing' };
		case 'new':
		case 'tables':
		case 'mine':
		case 'learn':
		case 'puzzles':
		case 'settings':
		case 'device':
		case 'today':
			return { page: head };
		case 't':
			return second ? { page: 'table', id: second } : { page: 'lost' };
		case 'duplicate':
			return second ? { page: head, id: second } : { page: 'lost' };
		case 'games':
			return { page: 'history' };
		case 'people':
			return second ? { page: 'history', id: second } : { page: 'lost' };
		case 'j':
			return second ? { page: 'link', secret: second } : { page: 'lost' };
		case 'replay':
			if (!second) return { page: 'lost' };
			return {
				page: 'replay',
				id: second,
				at: third && /^\d+$/.test(third) ? Number(third) : undefined,
				as: url.searchParams.get('as') ?? undefined,
				story: url.searchParams.has('story') || undefined,
			};
		case 'rules':
			return { page: 'rules', game: second ?? defaultGame, rule: url.hash.slice(1) || undefined };
		default:
			return { page: 'lost' };
	}
}

const now = $state<{ route: Route }>({ route: { page: 'landing' } });

export function route(): Route {
	return now.route;
}

function look(): void {
	now.route = routeOf(new URL(location.href));
}

/** Opens an address of this server. */
export function go(to: string, replace = false): void {
	if (replace) history.replaceState(null, '', to);
	else history.pushState(null, '', to);
	const before = now.route.page;
	look();
	if (now.route.page !== before) window.scrollTo(0, 0);
}

/** Follows the address, and takes clicks on links of this server. */
export function start(): void {
	look();
	window.addEventListener('popstate', look);
	document.addEventListener('click', (e) => {
		if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
		const link = e.target instanceof Element ? e.target.closest('a') : null;
		if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
		if (
			link.pathname.startsWith('/api/') ||
			/^\/docs(\/|$)/.test(link.pathname) ||
			link.pathname === '/openapi.json'
		)
			return;
		if (link.pathname === location.pathname && link.hash && link.search === location.search) return;
		e.preventDefault();
		go(link.pathname + link.search + link.hash);
	});
}
