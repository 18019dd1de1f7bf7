// The texts of a map game's log, on the screen and for screen readers.

import type { Update } from '../../../gen/api.ts';
import { list, name, t } from '../../../i18n/words.svelte.ts';
import { type LogFact, said } from '../../../table/folded.ts';
import type { LogFormatter } from '../../presenter.ts';
import { outbreak } from '../art/icons.ts';
import { MapFolder, topics } from './folds.ts';
import { markOf, words } from './words.ts';

const icons = { outbreak, 'epidemic-drawn': 'infection' } as const;

export const formatter: LogFormatter = {
	topics,
	folder: () => new MapFolder(),
	words,
	markOf,
	iconOf: ({ facts: [first] }) => icons[first?.line.word as keyof typeof icons],
	missed,
	again: 'action',
	question: (update) => {
		const n = actionsOf(update);
		return n === undefined ? undefined : t('web.say.turn', { n });
	},
	left: (before, now) => {
		const n = actionsOf(now);
		return n !== undefined && n < (actionsOf(before) ?? 0) ? t('web.say.left', { n }) : undefined;
	},
};

/** Returns the number of actions left in a turn; undefined outside the actions. */
function actionsOf({ question, view }: Update): number | undefined {
	return question.step === 'action' && typeof view.actions === 'number' ? view.actions : undefined;
}

function missed(facts: readonly LogFact[]): string[] {
	const of = (...words: string[]) => facts.filter((f) => words.includes(f.line.word));
	const diseases = (fact: LogFact[]) => list(fact.map((f) => name('disease', said(f, 'disease'))));
	const epidemics = of('epidemic-drawn');
	const outbreaks = of('outbreak', 'overflowed');
	const cured = of('cured', 'researched');
	const eradicated = of('eradicated');
	return [
		epidemics.length > 0 && t('web.since.epidemics', { n: epidemics.length }),
		outbreaks.length > 0 && t('web.since.outbreaks', { n: outbreaks.length }),
		cured.length > 0 && t('web.since.cured', { diseases: diseases(cured) }),
		eradicated.length > 0 && t('web.since.eradicated', { diseases: diseases(eradicated) }),
	].filter((line) => line !== false);
}
