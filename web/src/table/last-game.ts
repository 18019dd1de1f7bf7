// Which game this browser was at last. A table does not say what is played there before
// its stream is open; until then the code of that game is the best guess.

const place = 'theriac.game';

/** The game of the last table; none in a browser that has seen none. */
export function lastGame(): string {
	try {
		return localStorage.getItem(place) ?? '';
	} catch {
		return '';
	}
}

export function keepLastGame(game: string): void {
	try {
		localStorage.setItem(place, game);
	} catch {
		// A browser that keeps nothing waits for the stream.
	}
}
