// Finds secrets in what a person at a pharmacy table received before the game was over. Secrets are the
// risk cards in other hands, and a face-down card that is being passed around. This code uses neither a
// browser nor a server.

import type { Step, Update } from '../src/gen/api.ts';
import box from '../src/gen/pharmacy.json' with { type: 'json' };
import { named } from './leaks.ts';
import { pharmacyOf } from './table.ts';

/**
 * Returns where updates contain secrets of seats other than `mine`. For a person without a seat, `mine` is
 * undefined.
 */
export function secretsIn(updates: readonly Update[], mine: number | undefined): string[] {
	return updates
		.filter((u) => !u.over)
		.flatMap((u) => {
			const { hands, face, travel } = pharmacyOf(u);
			const found = hands.flatMap(({ cards = [] }, seat) =>
				seat !== mine && cards.length > 0 ? [`the hand of ${seat}`] : [],
			);
			if (face && travel?.owner !== String(mine)) found.push('the face of a card');
			if (travel?.risk && travel.card) found.push('a risk card on its way');
			for (const { seat } of u.moves ?? []) if (seat !== mine) found.push(`moves of ${seat}`);
			for (const { plays = [] } of u.steps ?? [])
				for (const { seat, move = '', facts = [] } of plays ?? []) {
					if (seat !== mine && /^risk [^?]/.test(move)) found.push(`${seat}: ${move}`);
					for (const { fact } of facts ?? []) {
						const dealt = /^risk-dealt (\d)/.exec(fact)?.[1];
						if (dealt && dealt !== String(mine)) found.push(fact);
					}
				}
			return found.map((what) => `update ${u.n}: ${what}`);
		});
}

/** The risk cards that exist only once, so that each can be in only one place. */
const single = new Set(box.risks.filter((risk) => risk.copies === 1).map((risk) => risk.id));

/** Determines what was hidden after each entry of the log, from every seat's own view. */
export class Hidden {
	/** For each log entry: the cards known to only one seat, with that seat. */
	private readonly after = new Map<number, Map<string, number>>();

	learn(updates: readonly Update[], seat: number): void {
		for (const u of updates) {
			const { hands, face } = pharmacyOf(u);
			const known = this.after.get(u.n) ?? new Map<string, number>();
			this.after.set(u.n, known);
			for (const card of [...(hands[seat]?.cards ?? []), ...(face ? [face] : [])])
				if (single.has(card)) known.set(card, seat);
		}
	}

	/** Returns the cards known only to a seat other than `mine`. */
	private from(n: number, mine: number | undefined): Set<string> {
		return new Set([...(this.after.get(n) ?? [])].flatMap(([card, seat]) => (seat === mine ? [] : [card])));
	}

	/** Returns the hidden cards whose names occur anywhere in an update. */
	found(update: Update, mine: number | undefined): string[] {
		if (update.over) return [];
		const { steps, ...rest } = update;
		const now = named(rest, this.from(update.n, mine)).map(({ path, card }) => `${path}: ${card}`);
		const then = (steps ?? []).flatMap((step) =>
			linesOf(step).flatMap((line) => named(line, this.from(step.n, mine)).map(() => line)),
		);
		return [...now, ...then].map((what) => `update ${update.n}: ${what}`);
	}

	/** Returns the number of other seats' secrets with which an update was compared. */
	against(update: Update, mine: number | undefined): number {
		return this.from(update.n, mine).size;
	}
}

/**
 * Returns the facts of a log entry, without those of an earlier round: cards that were open then may have
 * been dealt again.
 */
function linesOf({ plays }: Step): string[] {
	const lines = (plays ?? []).flatMap(({ move, facts }) => [
		move ?? '',
		...(facts ?? []).map(({ fact }) => fact),
	]);
	return lines.slice(lines.findLastIndex((line) => line.startsWith('round-began ')) + 1);
}
