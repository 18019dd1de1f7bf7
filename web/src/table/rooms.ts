// The readers of a person's chat message: people who watch a running game write to each other.

import type { Table } from '../gen/api.ts';
import type { Channel } from './channels.ts';

export type Room = Channel | 'watchers';

/**
 * Returns where a person without a team writes: to the table, or to those who watch as they do. It returns null if
 * they can write nowhere. The server decides; this only shows the right field.
 */
export function roomOf(
	record: Pick<Table, 'status' | 'public' | 'watchersTalk' | 'you'> | null,
): Room | null {
	if (record?.status !== 'playing') return 'table';
	const { seats, back, host, watch } = record.you;
	if (host || seats?.length || back?.length || watch === 'nobody') return 'table';
	if (record.watchersTalk) return 'watchers';
	return record.public || watch !== 'hidden' ? null : 'table';
}
