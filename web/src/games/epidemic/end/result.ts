// The result as a few words to pass on.

import { t } from '../../../words/words.svelte.ts';
import type { Desk } from '../desk.svelte.ts';

export function resultOf(desk: Desk, outcome: string): string {
	const { position: p, box } = desk;
	const of = (n: number, all: number) => t('web.result.of', { n, all });
	return t('web.result.share.text', {
		title: desk.live.record?.title || t('web.name'),
		outcome,
		turns: p?.turn ?? 0,
		cures: of(p?.cured.length ?? 0, box.diseases.length),
		outbreaks: of(p?.outbreaks ?? 0, box.numbers.outbreaks),
		epidemics: of(p?.epidemics ?? 0, Number(desk.live.record?.settings.epidemics ?? 0)),
	});
}

/** Passes a text and a link on as the device does it; elsewhere it goes to the clipboard. */
export async function share(text: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
	try {
		if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
			await navigator.share({ text, url }).catch(() => null); // put away again
			return 'shared';
		}
		await navigator.clipboard.writeText(`${text}\n${url}`);
		return 'copied';
	} catch {
		return 'failed';
	}
}
