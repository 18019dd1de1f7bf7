// The lessons that a player has finished, stored in this browser.

const place = 'theriac.lessons';

function kept(): string[] {
	try {
		return JSON.parse(localStorage.getItem(place) ?? '[]');
	} catch {
		return []; // unreadable data counts as nothing finished
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
		// If storage is unavailable, a finished lesson is offered again.
	}
}
