// Times in the console, in few characters.

import { lang } from '../../i18n/words.svelte.ts';

/** Returns how old something is: “3 h”. */
export function age(since: string, now: number): string {
	const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
	const [value, unit] =
		minutes < 60
			? [minutes, 'minute']
			: minutes < 48 * 60
				? [Math.floor(minutes / 60), 'hour']
				: [Math.floor(minutes / 1440), 'day'];
	return new Intl.NumberFormat(lang(), { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
