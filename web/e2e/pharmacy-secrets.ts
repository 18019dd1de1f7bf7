// Reads what somebody at a pharmacy table received, and finds what they should not know before the game is over: risk
// cards in the hands of others, and the one that goes round face down. Nothing is asked of a browser or a server here.

import type { Step, Update } from '../src/gen/api.ts';
import box from '../src/gen/pharmacy.json' with { type: 'json' };
import { named } from './leaks.ts';
import { pharmacyOf } from './table.ts';

/** Where a seat is told what is its own to know. Nobody's seat is undefined. */
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

/** Risk cards that are in the box once: each of them is in one place. */
const single = new Set(box.risks.filter((risk) => risk.copies === 1).map((risk) => risk.id));

/** What lay hidden after each entry of the log, put together from what every seat is told of itself. */
export class Hidden {
	/** By entry: whose secret each card is. */
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

	/** The cards that another seat alone knows. */
	private from(n: number, mine: number | undefined): Set<string> {
		return new Set([...(this.after.get(n) ?? [])].flatMap(([card, seat]) => (seat === mine ? [] : [card])));
	}

	/** Hidden cards that an update names, wherever that is. */
	found(update: Update, mine: number | undefined): string[] {
		if (update.over) return [];
		const { steps, ...rest } = update;
		const now = named(rest, this.from(update.n, mine)).map(({ path, card }) => `${path}: ${card}`);
		const then = (steps ?? []).flatMap((step) =>
			linesOf(step).flatMap((line) => named(line, this.from(step.n, mine)).map(() => line)),
		);
		return [...now, ...then].map((what) => `update ${update.n}: ${what}`);
	}

	/** How many secrets of others an update was held against. */
	against(update: Update, mine: number | undefined): number {
		return this.from(update.n, mine).size;
	}
}

/** What a step says of the round in which it leaves the game: what lay open before may have been dealt anew. */
function linesOf({ plays }: Step): string[] {
	const lines = (plays ?? []).flatMap(({ move, facts }) => [
		move ?? '',
		...(facts ?? []).map(({ fact }) => fact),
	]);
	return lines.slice(lines.findLastIndex((line) => line.startsWith('round-began ')) + 1);
}
