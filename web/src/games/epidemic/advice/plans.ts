// The plans in a piece of advice: their texts, their routes on the board, and how to play them.

import type { Advice, AdvisedWay } from '../../../gen/api.ts';
import { type Line, operand, read, tell } from '../../../i18n/notation.ts';
import { t } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';

type Step = NonNullable<AdvisedWay['moves']>[number];

/** An action of a plan: a move, with the answers that complete it. */
interface Act {
	first: Line;
	answers: Line[];
	/** The seat whose pawn moves, if the action moves another seat's pawn. */
	pawn?: number;
	by: number;
}

/** Returns the actions of a plan, without the answers of other seats. */
function actsOf(session: PlayerSession, plan: AdvisedWay): Act[] {
	const { box } = session;
	const acts: Act[] = [];
	for (const step of own(session, plan)) {
		const said = line(step);
		const last = acts.at(-1);
		const verb = box.verbs[said.word];
		const answers = !box.isEvent(said.word) && verb?.steps?.includes('action') !== true;
		if (last && (answers || (last.pawn !== undefined && last.answers.length === 0))) last.answers.push(said);
		else {
			const pawn = said.operands.every((o) => o.kind === 'seat') ? operand(said, 'seat') : undefined;
			acts.push({
				first: said,
				answers: [],
				pawn: pawn === undefined ? undefined : Number(pawn),
				by: step.seat,
			});
		}
	}
	return acts;
}

/** Returns the actions of a plan as texts, one per line. */
export function stepsOf(session: PlayerSession, plan: AdvisedWay): string[] {
	const words = (said: Line) => tell(said, 'move', session.seatName);
	return actsOf(session, plan).map(({ first, answers, pawn }) => {
		const [next] = answers;
		if (pawn !== undefined && next && !session.box.isEvent(first.word))
			return t('web.advice.pawn', { seat: session.seatName(pawn), move: words(next) });
		return answers
			.map(words)
			.reduce((told, more) => t('web.advice.step', { first: told, next: more }), words(first));
	});
}

/** For each aim, the verbs that pursue it. */
const doing: [AdvisedWay['idea'], RegExp][] = [
	['cure', /^(cure|research)/],
	['share', /^(give|take|post|ask)/],
	['build', /^(build|lay)/],
	['treat', /^treat/],
];

/**
 * Returns the aim of a plan: the bot's idea if the plan pursues it this turn, otherwise what its actions
 * pursue.
 */
export function ideaOf(session: PlayerSession, plan: AdvisedWay): AdvisedWay['idea'] {
	const words = own(session, plan).map(({ move }) => move);
	const done = doing.filter(([, word]) => words.some((w) => word.test(w))).map(([idea]) => idea);
	return done.includes(plan.idea) ? plan.idea : (done[0] ?? 'move');
}

/**
 * Returns the route of the first pawn that the plan moves: its city after each action, even if it stays.
 */
export function pathOf(session: PlayerSession, plan: AdvisedWay): { seat: number; path: string[] } | null {
	const { seat, position, game, box } = session;
	const standing = (of: number, n: number) =>
		Array.from({ length: n }, () => position?.seats[of]?.pawn ?? '');
	const travels = ({ word }: Line, before = '') =>
		game.travel.some((w) => word === w || word.startsWith(`${w}-`)) ||
		(word === 'to' && (game.travelThen.includes(before) || box.isEvent(before)));
	let mover: number | undefined;
	let path: string[] = [];
	let waited = 1;
	for (const { first, answers, pawn, by } of actsOf(session, plan)) {
		const moves = [first, ...answers];
		const at = moves.findIndex((said, i) => travels(said, moves[i - 1]?.word));
		const to = operand(moves[at] ?? first, 'city');
		const who = pawn ?? by;
		const goes = at >= 0 && to !== undefined && box.isCity(to);
		if (goes && mover === undefined) {
			mover = who;
			path = standing(who, waited);
		}
		if (mover === undefined) waited++;
		else path.push(goes && who === mover ? to : (path.at(-1) ?? ''));
	}
	if (mover !== undefined) return { seat: mover, path };
	return seat === null ? null : { seat, path: standing(seat, waited) };
}

/** Reports whether advice is about the question that the table asks now. */
export function isCurrent({ live }: PlayerSession, { question, made }: Advice): boolean {
	return live.update?.question.id === question && live.update.made === made;
}

/**
 * Plays a plan move by move, as long as each move is legal. It waits a while for the consent of other
 * players, and stops at any other question.
 */
export async function playPlan(session: PlayerSession, plan: AdvisedWay): Promise<void> {
	for (const step of own(session, plan)) {
		const offer = await listed(session, step);
		if (!offer || !(await session.choose(offer))) return;
	}
}

const patience = 15_000;
const look = 100;

/**
 * Waits until a step's move is legal and returns it; null if the player is asked another question first.
 */
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
