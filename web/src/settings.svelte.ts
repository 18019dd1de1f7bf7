// What a person has set up in this browser. It stays in this browser.

import { type Lang, preferred, speak } from './i18n/words.svelte.ts';

export interface Settings {
	/** 'auto' follows the browser. */
	lang: Lang | 'auto';
	theme: 'auto' | 'light' | 'dark';
	motion: 'auto' | 'full' | 'reduced';
	/** How chains of outbreaks are shown: played, step by step, or at once. */
	playback: 'play' | 'step' | 'none';
	sounds: boolean;
	/** Browser notifications when it is one's turn. */
	notify: boolean;
	/** A choice on the map asks once more. */
	guard: boolean;
	/** Single letters and figures are keys of the table. People who dictate turn them off. */
	letters: boolean;
	/** Lines that explain a first game, and those that were read. */
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
		return {}; // what cannot be read is as if nothing had been set
	}
}

export const settings: Settings = $state({ ...defaults, ...kept() });

/** Changes settings, here and in the browser's other tabs. */
export function set(change: Partial<Settings>): void {
	Object.assign(settings, change);
	try {
		localStorage.setItem(place, JSON.stringify(settings));
	} catch {
		// A browser that keeps nothing still has them until it is closed.
	}
	void apply();
}

/** Notes that something was read or done, and need not be said again. */
export function learn(id: string): void {
	if (!settings.learned.includes(id)) set({ learned: [...settings.learned, id] });
}

/** Makes the page as the settings say. */
export async function apply(): Promise<void> {
	const root = document.documentElement;
	if (settings.theme === 'auto') delete root.dataset.theme;
	else root.dataset.theme = settings.theme;
	if (settings.motion === 'auto') delete root.dataset.motion;
	else root.dataset.motion = settings.motion;
	await speak(settings.lang === 'auto' ? preferred() : settings.lang);
}

/** Follows what another tab sets. */
export function follow(): void {
	window.addEventListener('storage', (e) => {
		if (e.key !== place) return;
		Object.assign(settings, defaults, kept());
		void apply();
	});
}

/** Whether things should move little. */
export function calm(): boolean {
	if (settings.motion !== 'auto') return settings.motion === 'reduced';
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
