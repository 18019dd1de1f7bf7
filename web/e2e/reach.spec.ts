// Tests that every legal move is at most two taps away from where a person would look for it. The positions
// come from random games, in groups that can run in parallel.

import { nightly } from './browser.ts';
import { sensible, situation, type Taste } from './drive.ts';
import { catchMoves, type Found, reach } from './reach.ts';
import { ready } from './seen.ts';
import { askedBy, movesOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { has, said } from './words.ts';

const positions = 200;
/** How many positions each test covers; the tests can run in parallel. */
const lot = 5;

/** Prefers sensible moves, and also plays events and asks for cards. */
const lively: Taste = (move, update) => sensible(move, update) * (/^(draw|pass)/.test(move) ? 0.6 : 1);

/** Returns the names that an operand of a move can have on the page. */
function namesOf(move: string, people: readonly string[]): string[] {
	return move.split(' ').flatMap((part, i) =>
		['verb', 'move', 'city', 'event', 'role', 'disease', 'card', 'region']
			.filter((kind) => has(`${kind}.${part}`))
			.map((kind) => said(`${kind}.${part}`).split(/[{(]/)[0]?.trim() ?? '')
			.concat(i > 0 && /^\d$/.test(part) ? [people[Number(part)] ?? ''] : []),
	);
}

for (const game of ['world', 'iberia'])
	for (let from = 0; from < positions; from += lot)
		test(
			`every move of ${game} is two taps away, positions ${from + 1} to ${from + lot}`,
			nightly,
			async ({ server, open }) => {
				test.setTimeout(1_800_000);
				const far: string[] = [];
				let looked = 0;
				for (let n = from; n < from + lot; n++) {
					// The positions are from early, middle and late stages of games. In most, the player is choosing an
					// action.
					const least = 3 + ((n * 7) % 40);
					const { table, update } = await situation(
						server,
						{ game, settings: { players: String(2 + (n % 3)) } },
						(u) => u.made >= least && !u.over && (n % lot > 2 || u.question.step === 'action'),
						lively,
					);
					const seat = askedBy(update)[0] ?? 0;
					const list = movesOf(await table.view(seat), seat);
					const page = await open({ as: table.who(seat), settings: { ...brisk, hints: false } });
					await page.addInitScript(catchMoves);
					await page.goto(table.path);
					await ready(page);
					await page.waitForTimeout(500);
					for (const move of list) {
						const names = namesOf(
							move,
							table.people.map((p) => p.name),
						);
						const found: Found = await page.evaluate(reach, [
							seat,
							move,
							names,
							said('web.act.sure'),
						] as const);
						looked++;
						if (found.taps === 0) far.push(`${update.question.step}: ${move} (tried ${found.by.join(', ')})`);
					}
					await page.context().close();
				}
				console.log(`${game}: ${looked} moves looked for, ${far.length} not found`);
				expect(far, 'moves that are more than two taps away').toEqual([]);
				expect(looked).toBeGreaterThan(lot);
			},
		);
