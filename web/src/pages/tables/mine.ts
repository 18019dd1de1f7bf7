// One's own tables, and which of them wait for an answer: the list does not say,
// so those that run are looked at.

import { ask } from '../../api/ask.ts';
import { recall } from '../../api/me.svelte.ts';
import { refusalOf } from '../../api/refusal.ts';
import { listTables, type TableSummary, view } from '../../gen/api';

export interface MyTable extends TableSummary {
	/** A seat of mine is asked. */
	turn: boolean;
}

export interface MyTables {
	tables: MyTable[];
	more: boolean;
}

/** How many running tables are looked at: the newest. */
const most = 12;

/** A page of one's tables. A visitor without a name has none. */
export async function myTables(page = 0): Promise<MyTables> {
	if (!(await recall())) return { tables: [], more: false };
	const list = await ask(listTables({ query: { list: 'mine', page } })).catch((thrown) => {
		if (refusalOf(thrown).status === 401) return { tables: [], more: false };
		throw thrown;
	});
	const tables = list.tables ?? [];
	const running = tables.filter((table) => table.status === 'playing').slice(0, most);
	const asked = new Set(
		await Promise.all(running.map(async (table) => ((await waits(table)) ? table.id : ''))),
	);
	return { tables: tables.map((table) => ({ ...table, turn: asked.has(table.id) })), more: list.more };
}

async function waits(table: TableSummary): Promise<boolean> {
	try {
		const { question, over } = await ask(view({ path: { id: table.id } }));
		const asked = [...(question.all ?? []), ...(question.any ?? [])];
		return !over && asked.some((seat) => table.mine?.includes(seat));
	} catch {
		return false; // it is listed all the same
	}
}
