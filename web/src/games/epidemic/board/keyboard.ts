// The keys that work while a city on the board has the focus.

import type { Direction } from './nearest.ts';

type MapDeed =
	| { do: 'pick' }
	| { do: 'go'; to: Direction }
	| { do: 'pan'; x: number; y: number }
	/** Zooms by a factor; 0 shows the whole map. */
	| { do: 'zoom'; by: number }
	| { do: 'find'; letter: string };

const arrows: Record<string, { to: Direction; x: number; y: number } | undefined> = {
	ArrowUp: { to: 'up', x: 0, y: -1 },
	ArrowDown: { to: 'down', x: 0, y: 1 },
	ArrowLeft: { to: 'left', x: -1, y: 0 },
	ArrowRight: { to: 'right', x: 1, y: 0 },
};

interface Press {
	key: string;
	shiftKey: boolean;
	ctrlKey: boolean;
	metaKey: boolean;
	altKey: boolean;
}

/** Returns what a key does; letters search for a city only if `letters` is true. */
export function deedOf(e: Press, letters: boolean): MapDeed | null {
	if (e.ctrlKey || e.metaKey || e.altKey) return null;
	const arrow = arrows[e.key];
	if (arrow) return e.shiftKey ? { do: 'pan', x: arrow.x, y: arrow.y } : { do: 'go', to: arrow.to };
	if (e.key === 'Enter' || e.key === ' ') return { do: 'pick' };
	if (e.key === '+' || e.key === '=') return { do: 'zoom', by: 1.5 };
	if (e.key === '-' || e.key === '−') return { do: 'zoom', by: 1 / 1.5 };
	if (e.key === '0') return { do: 'zoom', by: 0 };
	if (letters && /^\p{Letter}$/u.test(e.key)) return { do: 'find', letter: e.key };
	return null;
}
