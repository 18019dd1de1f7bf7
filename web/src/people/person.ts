// What a table knows about a person, and what a player can do about them. The server decides whether it does.

import type { Player, Presence, Table } from '../gen/api.ts';

/** A person as the table knows them. */
interface Standing {
	/** The seats that the person holds. */
	seats: number[];
	here: boolean;
	/** Whether a bot plays all their seats for now. */
	standin: boolean;
	host: boolean;
	/** Whether the host lets them take all free seats, and start the game. */
	helper: boolean;
	/** Whether the host has muted them, for everyone. */
	muted: boolean;
	banned: boolean;
	/** Whether the host has removed them; a new invitation lets them come back. */
	removed: boolean;
	/** Whether they came by the invitation and hold no seat. Only the host knows that. */
	guest: boolean;
}

/** The part of a table's record from which a person's standing follows. */
type Known = Pick<Table, 'seats' | 'host' | 'helpers' | 'kept'>;

const has = (people: readonly Player[] | null | undefined, id: string) =>
	people?.some((person) => person.id === id) ?? false;

export function standingOf(record: Known, presence: Presence, id: string): Standing {
	const held = (record.seats ?? []).filter((seat) => seat.holder?.id === id);
	const seats = held.map((seat) => seat.seat);
	return {
		seats,
		here: seats.some((seat) => presence.seats?.includes(seat)),
		standin: held.length > 0 && held.every((seat) => seat.standin),
		host: record.host?.id === id,
		helper: record.helpers?.includes(id) ?? false,
		muted: has(record.kept?.muted, id),
		banned: has(record.kept?.banned, id),
		removed: has(record.kept?.removed, id),
		guest: has(record.kept?.guests, id),
	};
}

/** What a player can do about another person, besides what concerns only themselves. */
type Way =
	| 'bot'
	| 'bot-end'
	| 'bot-ask'
	| 'help'
	| 'help-end'
	| 'mute'
	| 'mute-end'
	| 'host'
	| 'remove'
	| 'ban'
	| 'readmit';

/** Returns what this player can do about a person with a given standing. */
export function waysOf(
	record: Pick<Table, 'status' | 'you' | 'shared' | 'teams'>,
	{ seats, here, standin, helper, muted, banned, removed, host }: Standing,
): Way[] {
	const playing = record.status === 'playing';
	if (!playing && record.status !== 'gathering') return [];
	const seated = seats.length > 0;
	/** Whether those present can vote for a bot: there is no vote about a person who is here. */
	const asks =
		playing && seated && !here && !standin && !record.shared && (record.you.seats ?? []).length > 0;
	if (!record.you.host) return asks ? ['bot-ask'] : [];
	if (banned) return ['readmit'];
	if (removed) return ['readmit', 'ban'];
	/** Whether the person plays for another team, which the host cannot decide about alone. */
	const rival = record.teams?.some(
		(team, i) => i !== record.you.team && seats.some((seat) => team?.includes(seat)),
	);
	const ways: Way[] = [];
	if (playing && seated && standin) ways.push('bot-end');
	else if (asks && rival) ways.push('bot-ask');
	else if (playing && seated && !rival) ways.push('bot');
	if (!playing) ways.push(helper ? 'help-end' : 'help');
	ways.push(muted ? 'mute-end' : 'mute');
	if (seated && !host) ways.push('host');
	return [...ways, 'remove', 'ban'];
}

/** A person at the table, in the list of people. */
interface Present {
	person: Player;
	/** How they take part: they sit, watch, or wrote here; or the host has removed or banned them. */
	as: 'seat' | 'watcher' | 'removed' | 'banned';
}

/** Returns the other people of a table, each once: first those with a seat, those sent away last. */
export function peopleAt(
	record: Pick<Table, 'seats' | 'kept'>,
	talk: readonly { person?: Player }[],
	me: string | undefined,
): Present[] {
	const found = new Map<string, Present>();
	const add = (person: Player | undefined, as: Present['as']) => {
		if (person && person.id !== me && !found.has(person.id)) found.set(person.id, { person, as });
	};
	const banned = record.kept?.banned ?? [];
	const removed = record.kept?.removed ?? [];
	const sent = [...banned, ...removed];
	for (const { holder } of record.seats ?? []) add(holder, 'seat');
	for (const guest of record.kept?.guests ?? []) add(guest, 'watcher');
	for (const { person } of talk) if (!has(sent, person?.id ?? '')) add(person, 'watcher');
	for (const person of removed) add(person, 'removed');
	for (const person of banned) add(person, 'banned');
	return [...found.values()];
}
