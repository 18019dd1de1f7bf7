// Remembers which game this browser showed last. The client learns a table's game only from the table's
// stream; until then, it preloads the remembered game.

const place = 'theriac.game';

/** Returns the game of the last table; empty in a new browser. */
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
		// If storage is unavailable, the game is not remembered, and the client waits for the stream.
	}
}
