// Whether the laboratory is collapsed to a bar. This browser stores the state.

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
		// If storage is unavailable, the state is lost when the tab is closed.
	}
}
