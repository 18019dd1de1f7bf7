// Whether the laboratory is folded to its bar. It stays in this browser.

const place = 'theriac.lab';

function kept(): boolean {
	try {
		return localStorage.getItem(place) === 'folded';
	} catch {
		return false;
	}
}

export const bench = $state({ folded: kept() });

export function fold(folded: boolean): void {
	bench.folded = folded;
	try {
		localStorage.setItem(place, folded ? 'folded' : 'open');
	} catch {
		// A browser that keeps nothing still has it until it is closed.
	}
}
