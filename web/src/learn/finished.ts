// The lessons that were finished in this browser. It stays in this browser.

const place = 'theriac.lessons';

function kept(): string[] {
	try {
		return JSON.parse(localStorage.getItem(place) ?? '[]');
	} catch {
		return []; // what cannot be read is as if nothing had been learned
	}
}

export function finished(game: string, lesson: string): boolean {
	return kept().includes(`${game}/${lesson}`);
}

export function finish(game: string, lesson: string): void {
	const all = kept();
	if (all.includes(`${game}/${lesson}`)) return;
	try {
		localStorage.setItem(place, JSON.stringify([...all, `${game}/${lesson}`]));
	} catch {
		// A browser that keeps nothing offers it again.
	}
}
