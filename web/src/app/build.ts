// Which build of the client a page is: the page itself says it, and so does the
// server of the page that it serves. Without a build, as while it is being written,
// nothing is said.

/** The build that a page belongs to. */
export function buildOf(page: Pick<Document, 'querySelector'>): string | null {
	return page.querySelector('meta[name="build"]')?.getAttribute('content') || null;
}

/** Whether a page is not the one that is served now. */
export function isOld(ours: string | null, served: string | null): boolean {
	return ours !== null && served !== null && ours !== served;
}
