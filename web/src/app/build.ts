// Determines which build of the client a page belongs to. A meta element of the page names it; in development
// there is none.

/** Returns the build that a page belongs to, or null in development. */
export function buildOf(page: Pick<Document, 'querySelector'>): string | null {
	return page.querySelector('meta[name="build"]')?.getAttribute('content') || null;
}

/** Reports whether the server now serves a build other than the page's. */
export function isOld(ours: string | null, served: string | null): boolean {
	return ours !== null && served !== null && ours !== served;
}
