// A player's settings, stored in this browser only.

import { type Lang, preferred, speak } from './i18n/words.svelte.ts';

interface Settings {
	/** The language; 'auto' follows the browser. */
	lang: Lang | 'auto';
	theme: 'auto' | 'light' | 'dark';
	motion: 'auto' | 'full' | 'reduced';
	/** How chains of outbreaks are shown: animated, step by step, or not at all. */
	playback: 'play' | 'step' | 'none';
	sounds: boolean;
	/** Whether to show browser notifications when it is the player's turn. */
	notify: boolean;
	/** Whether a move chosen on the map needs a second press to confirm it. */
	guard: boolean;
	/**
	 * Whether single letters and digits are shortcuts at the table. People who use speech input turn this off.
	 */
	letters: boolean;
	/** Whether to show hints for a first game. `learned` has the ids of hints that were dismissed. */
	hints: boolean;
	learned: readonly string[];
}

const defaults: Settings = {
	lang: 'auto',
	theme: 'auto',
	motion: 'auto',
	playback: 'play',
	sounds: false,
	notify: false,
	guard: true,
	letters: true,
	hints: true,
	learned: [],
};

const place = 'theriac.settings';

function kept(): Partial<Settings> {
	try {
		return JSON.parse(localStorage.getItem(place) ?? '{}');
	} catch {
		return {}; // if the stored settings are unreadable, the defaults apply
	}
}

export const settings: Settings = $state({ ...defaults, ...kept() });

/** Changes settings, here and in the browser's other tabs. */
export function set(change: Partial<Settings>): void {
	Object.assign(settings, change);
	try {
		localStorage.setItem(place, JSON.stringify(settings));
	} catch {
		// If storage is unavailable, settings are lost when the tab is closed.
	}
	void apply();
}

/** Records that a hint was read or a step done, so that it is not shown again. */
export function learn(id: string): void {
	if (!settings.learned.includes(id)) set({ learned: [...settings.learned, id] });
}

/** Applies the settings to the document: language, theme, motion. */
export async function apply(): Promise<void> {
	const root = document.documentElement;
	if (settings.theme === 'auto') delete root.dataset.theme;
	else root.dataset.theme = settings.theme;
	if (settings.motion === 'auto') delete root.dataset.motion;
	else root.dataset.motion = settings.motion;
	await speak(settings.lang === 'auto' ? preferred() : settings.lang);
}

/** Applies changes that another tab makes. */
export function follow(): void {
	window.addEventListener('storage', (e) => {
		if (e.key !== place) return;
		Object.assign(settings, defaults, kept());
		void apply();
	});
}

/** Reports whether animations should be reduced. */
export function calm(): boolean {
	if (settings.motion !== 'auto') return settings.motion === 'reduced';
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
