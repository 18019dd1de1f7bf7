// Fetches the player's tables. The server's list does not include the state of running tables, so each state
// is fetched separately.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { recall } from '../../api/me.svelte.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { TableSummary } from '../../gen/api.ts';

export interface MyTable extends TableSummary {
	/** Whether one of the player's seats owes an answer. */
	turn: boolean;
	/** The state of the table, if it was fetched. */
	now?: Standing;
}

interface Standing {
	/** The number of the turn. */
	turn: number;
	/** The seats that owe an answer; `deadline` is in milliseconds since 1970. */
	asked: number[];
	deadline?: number;
	/** The player's role, if the player has only one seat and it has a role. */
	role?: string;
}

interface MyTables {
	/** All tables except lessons and puzzles, which have their own pages. */
	tables: MyTable[];
	lessons: TableSummary[];
	more: boolean;
}

/** The largest number of running tables whose state is fetched; the newest come first. */
const most = 12;

/** Fetches one page of the player's tables. A visitor without a person has none. */
export async function myTables(page = 0): Promise<MyTables> {
	if (!(await recall())) return { tables: [], lessons: [], more: false };
	const list = await ask(api.get('/api/tables', { query: { list: 'mine', page } })).catch((thrown) => {
		if (refusalOf(thrown).status === 401) return { tables: [], more: false };
		throw thrown;
	});
	const all = list.tables ?? [];
	const tables = all.filter((table) => !table.lesson && !table.puzzle);
	const running = tables.filter((table) => table.status === 'playing').slice(0, most);
	const looked = new Map(
		await Promise.all(running.map(async (table) => [table.id, await look(table)] as const)),
	);
	return {
		tables: tables.map((table) => {
			const now = looked.get(table.id);
			return { ...table, now, turn: now?.asked.some((seat) => table.mine?.includes(seat)) ?? false };
		}),
		lessons: all.filter((table) => table.lesson),
		more: list.more,
	};
}

/** The fields of a view that the page reads. All games have them, except that only map games have roles. */
interface Seen {
	turn?: number;
	'seats-at-table'?: { role?: string }[];
}

async function look(table: TableSummary): Promise<Standing | undefined> {
	try {
		const {
			question,
			over,
			view: position,
		} = await ask(api.get('/api/tables/{id}/view', { path: { id: table.id } }));
		if (over) return undefined;
		const seen = position as Seen;
		const [seat, ...others] = table.mine ?? [];
		return {
			turn: seen.turn ?? 0,
			asked: [...(question.all ?? []), ...(question.any ?? [])],
			deadline: question.deadline,
			role: others.length === 0 ? seen['seats-at-table']?.[seat ?? -1]?.role : undefined,
		};
	} catch {
		return undefined; // without its state, the table is still listed
	}
}

/** Sorts tables: first those that wait for the player, then other running ones, then lobbies. */
export function running(tables: readonly MyTable[]): MyTable[] {
	const rank = (table: MyTable) => (table.turn ? 0 : table.status === 'playing' ? 1 : 2);
	return tables
		.filter((table) => table.status === 'playing' || table.status === 'gathering')
		.sort((a, b) => rank(a) - rank(b));
}
