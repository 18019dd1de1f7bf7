// The rulebook of a game in the current language. It is fetched once per game and language, and cached while
// the page is open.

import { insist } from '../api/ask.ts';
import { api } from '../api/client.ts';
import type { Rule } from '../gen/api.ts';
import { type Lang, lang } from '../i18n/words.svelte.ts';

export class Ledger {
	readonly game: string;
	readonly lang: Lang;
	/** The rules in the order of the rulebook. */
	rules = $state.raw<readonly Rule[]>([]);
	state = $state<'reading' | 'read' | 'failed'>('reading');

	constructor(game: string, spoken: Lang) {
		this.game = game;
		this.lang = spoken;
		void this.fetch();
	}

	/** Loads the rulebook again after a failure. */
	again(): void {
		this.state = 'reading';
		void this.fetch();
	}

	private async fetch(): Promise<void> {
		try {
			const query = { lang: this.lang };
			this.rules =
				(await insist(() => api.get('/api/games/{game}/rules', { path: { game: this.game }, query }))) ?? [];
			this.state = 'read';
		} catch {
			this.state = 'failed';
		}
	}

	find(id: string): Rule | undefined {
		return this.rules.find((rule) => rule.id === id);
	}

	/** Returns the previous and the next rule in the same section. */
	around(id: string): { before?: Rule; after?: Rule } {
		const section = this.rules.filter((rule) => rule.section === this.find(id)?.section);
		const at = section.findIndex((rule) => rule.id === id);
		return at < 0 ? {} : { before: section[at - 1], after: section[at + 1] };
	}
}

const ledgers = new Map<string, Ledger>();

/** Returns the rulebook of a game, and starts to load it if necessary. */
export function ledgerOf(game: string, spoken: Lang = lang()): Ledger {
	const key = `${game} ${spoken}`;
	let ledger = ledgers.get(key);
	if (!ledger) {
		ledger = new Ledger(game, spoken);
		ledgers.set(key, ledger);
	}
	return ledger;
}
