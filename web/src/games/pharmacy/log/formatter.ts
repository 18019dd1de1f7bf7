// The texts of the pharmacy game's log, on the screen and for screen readers.

import { list, t } from '../../../i18n/words.svelte.ts';
import { type LogFact, seatOf } from '../../../table/folded.ts';
import type { LogFormatter, Naming } from '../../presenter.ts';
import { numberOf, PharmacyFolder, topics } from './folds.ts';
import { question } from './question.ts';
import { words } from './words.ts';

export const formatter: LogFormatter = {
	topics,
	folder: () => new PharmacyFolder(),
	words,
	iconOf: ({ facts: [first] }) => (first?.line.word === 'intensive-care' ? 'infection' : undefined),
	missed,
	question,
};

function missed(facts: readonly LogFact[], { seatName }: Naming): string[] {
	const of = (word: string) => facts.filter((f) => f.line.word === word);
	const cared = [...new Set(of('intensive-care').map(seatOf))].filter((seat) => seat !== undefined);
	return [
		...of('round-ended').map((f) => t('web.pharmacy.since.round', { n: numberOf(f) })),
		...(cared.length > 0 ? [t('web.pharmacy.since.care', { seats: list(cared.map(seatName)) })] : []),
	];
}
