// The router, which opens the page of the current address. Addresses never change, since players keep,
// share and reopen them.

import { type Route, routeOf } from './routes.ts';

const now = $state<{ route: Route }>({ route: { page: 'landing', props: {} } });

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

/** Follows changes of the address bar, and handles clicks on links to this server. */
export function start(): void {
	look();
	window.addEventListener('popstate', look);
	document.addEventListener('click', (e) => {
		if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
		const link = e.target instanceof Element ? e.target.closest('a') : null;
		if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
		if (/^\/(api\/|docs(\/|$)|openapi\.json$)/.test(link.pathname)) return;
		if (link.pathname === location.pathname && link.hash && link.search === location.search) return;
		e.preventDefault();
		go(link.pathname + link.search + link.hash);
	});
}
