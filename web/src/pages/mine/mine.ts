// One's own tables, and how those that run stand: the list does not say, so they are looked at.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { recall } from '../../api/me.svelte.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { TableSummary } from '../../gen/api.ts';

export interface MyTable extends TableSummary {
	/** A seat of mine is asked. */
	turn: boolean;
	/** How it stands, where that was looked at. */
	now?: Standing;
}

export interface Standing {
	/** The number of the turn. */
	turn: number;
	/** The seats that are asked, and until when, in milliseconds since 1970. */
	asked: number[];
	deadline?: number;
	/** What one plays, where that is one seat with a role. */
	role?: string;
}

export interface MyTables {
	/** All but lessons and puzzles, which have pages of their own. */
	tables: MyTable[];
	lessons: TableSummary[];
	more: boolean;
}

/** How many running tables are looked at: the newest. */
const most = 12;

/** A page of one's tables. A visitor without a name has none. */
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

/** What every game's view has of this; only map games have roles. */
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
		return undefined; // it is listed all the same
	}
}

/** What somebody comes back for: those that wait for them first, then those that play, then those that gather. */
export function running(tables: readonly MyTable[]): MyTable[] {
	const rank = (table: MyTable) => (table.turn ? 0 : table.status === 'playing' ? 1 : 2);
	return tables
		.filter((table) => table.status === 'playing' || table.status === 'gathering')
		.sort((a, b) => rank(a) - rank(b));
}
