// Reads the open question from the position: the seat that must answer, the seat that asks, and what the
// question is about. The server stacks the questions of a move that is made in steps; the topmost question
// is open.

import type { Step } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import type { Box } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { Position, Question } from '../model/position.ts';
import { kindOf } from '../model/steps.ts';

export interface Asking {
	step: string;
	/** The seat whose player asks, if the question is from one player to another. */
	asker?: number;
	/** The verb of the move that leads to the question. */
	verb?: string;
	/**
	 * The operands that are known so far of the move behind the question, in order: a city, a disease, a
	 * seat, and so on.
	 */
	kept: string[];
	/** The move that is waiting for the answer, if all its operands are known. */
	about?: Line;
	/** The whole move, if `about` is only one step of it. */
	within?: Line;
	/** The seat whose pawn would move. */
	pawn?: number;
	/** How many cards are still to be chosen; `done` is how many have been chosen. */
	left: number;
	done: number;
	/** For a question whether to play events: the stage of the turn that comes next. */
	moment?: string;
}

/** Returns the move behind an open question as a line of the notation. */
function lineOf({ moves }: Box, frame: Question | undefined): Line | undefined {
	if (!frame?.verb) return undefined;
	const kinds = moves[frame.verb] ?? [];
	// The question may have stored fewer operands than the move has.
	const operands = kinds.map((_, i) => frame[`operand-${i}` as 'operand-0'] ?? '');
	if (operands.includes('')) return undefined;
	return read([frame.verb, ...operands].join(' '), moves);
}

function seatIn(line: Line | undefined): number | undefined {
	const seat = line?.operands.find((o) => o.kind === 'seat')?.value;
	return seat === undefined ? undefined : Number(seat);
}

export function askingOf(game: Pick<Game, 'box' | 'steps'>, position: Position): Asking | null {
	const frame = position.questions.at(-1);
	if (!frame) return null;
	const { box } = game;
	const below = position.questions.at(-2);
	const about = lineOf(box, frame);
	const within = lineOf(box, below);
	const asks = frame.step === 'consent' || frame.step === 'request' || frame.step === 'tell';
	const order = kindOf(game, frame.step) === 'order';
	const n = frame.n ?? 0;
	return {
		step: frame.step,
		verb: frame.verb,
		kept: [0, 1, 2].map((i) => String(frame[`operand-${i}` as 'operand-0'] ?? '')),
		asker: asks ? n : undefined,
		about,
		within,
		pawn: seatIn(within) ?? seatIn(about),
		left: order ? (frame.arg?.[0] ?? 0) - n : asks ? 0 : n,
		done: order ? n : 0,
		moment: frame.moment,
	};
}

/**
 * Returns what kind of request a bot makes. An answer covers all requests of its kind in a turn: to move a
 * pawn, or to use one verb.
 */
export function kindOfAsk({ about, pawn }: Asking): string {
	return pawn !== undefined && about?.operands.some((o) => o.kind === 'city') ? 'pawn' : (about?.word ?? '');
}

/** Returns the card that a requested move is about or would take from the asking seat. */
export function cardOf(
	box: Box,
	position: Position,
	asking: Asking,
): { id: string; spent: boolean } | undefined {
	const { about, within, asker, pawn } = asking;
	const shared = about && operand(about, 'card');
	if (shared) return { id: shared, spent: false };
	const event = [within, about].map((line) => box.verbs[line?.word ?? '']?.event).find((e) => e);
	if (event) return { id: event, spent: true };
	const spends = box.spendsOf(about?.word ?? '', position.seats[asker ?? 0]?.role);
	const id =
		spends === 'target'
			? operand(about as Line, 'city')
			: spends === 'here'
				? position.seats[pawn ?? asker ?? 0]?.pawn
				: undefined;
	return id === undefined ? undefined : { id, spent: true };
}

/**
 * Returns the cards that already have a position in the order that the player is choosing, from the top.
 */
export function placed(position: Position, asking: Asking): string[] {
	if (asking.step !== 'order') return [];
	const at = (place: number) => position.known.find((k) => k.fromTop === place)?.card ?? '';
	return Array.from({ length: asking.done }, (_, i) => at(i));
}

/** Returns the cards spent so far for the move that is being made, read from the whole log. */
export function spentSoFar(steps: readonly Step[]): string[] {
	const made: string[] = [];
	for (const step of steps) {
		if (step.kind === 'undo' && step.to !== undefined) made.length = Math.min(made.length, step.to);
		for (const play of step.plays ?? []) if (play.move !== undefined) made.push(play.move);
	}
	const from = made.findLastIndex((move) => !move.startsWith('spend ')) + 1;
	return made.slice(from).map((move) => move.split(' ')[1] ?? '');
}

/**
 * Returns the rule behind a question: the rule of the move that asks it, otherwise the rule of its answer.
 */
export function ruleOf({ verbs }: Box, asking: Asking): string | undefined {
	const answer = Object.values(verbs).find((v) => v?.steps?.length === 1 && v.steps[0] === asking.step);
	const asked = asking.step === 'consent' ? undefined : asking.verb && verbs[asking.verb]?.rule;
	return asked ?? answer?.rule;
}
