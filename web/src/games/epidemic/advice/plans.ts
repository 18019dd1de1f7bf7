// The plans of a piece of advice: what they say, where they lead on the board, and how one is played.

import type { Advice, AdvisedWay } from '../../../gen/api';
import { operand, read, tell } from '../../../words/notation.ts';
import type { MoveOption } from '../offers.ts';
import type { PlayerSession } from '../session.svelte.ts';

type Step = NonNullable<AdvisedWay['moves']>[number];

/** The steps of a plan in words; what others answer is left out. */
export function stepsOf(session: PlayerSession, plan: AdvisedWay): string[] {
	return own(session, plan).map((step) => tell(line(step), 'move', session.seatName));
}

/** Where the pawn of the seat that acts goes, from where it stands: a place for each step, the same where it stays. */
export function pathOf(session: PlayerSession, plan: AdvisedWay): { seat: number; path: string[] } | null {
	const { seat, position, game, box } = session;
	const from = seat === null ? undefined : position?.seats[seat]?.pawn;
	if (seat === null || from === undefined) return null;
	const path = [from];
	let before = '';
	for (const step of own(session, plan)) {
		const said = line(step);
		const travels =
			game.travel.some((word) => said.word === word || said.word.startsWith(`${word}-`)) ||
			(said.word === 'to' && game.travelThen.includes(before));
		before = said.word;
		const to = operand(said, 'city');
		path.push(step.seat === seat && travels && to && box.isCity(to) ? to : (path.at(-1) ?? from));
	}
	return { seat, path };
}

/** Whether a piece of advice is about what is asked now. */
export function isCurrent({ live }: PlayerSession, { question, made }: Advice): boolean {
	return live.update?.question.id === question && live.update.made === made;
}

/**
 * Plays a plan, move by move, each only while it is listed. Where others are asked to agree, it waits for them a while.
 * It ends where something else is asked.
 */
export async function playPlan(session: PlayerSession, plan: AdvisedWay): Promise<void> {
	for (const step of own(session, plan)) {
		const offer = await listed(session, step);
		if (!offer || !(await session.choose(offer))) return;
	}
}

const patience = 15_000;
const look = 100;

/** The move of a step as soon as it is listed; none where one of one's own seats is asked something else. */
async function listed(session: PlayerSession, { seat, move }: Step): Promise<MoveOption | undefined> {
	for (let waited = 0; waited < patience; waited += look) {
		const offer = session.all.find((o) => o.seat === seat && o.raw === move);
		if (offer || session.live.update?.over || session.live.owed.length > 0) return offer;
		await new Promise((done) => setTimeout(done, look));
	}
	return undefined;
}

function own({ live }: PlayerSession, { moves }: AdvisedWay): Step[] {
	return (moves ?? []).filter((step) => live.mine.includes(step.seat));
}

function line({ move, kinds }: Step) {
	const [word = ''] = move.split(' ');
	return read(move, { [word]: kinds ?? [] });
}
