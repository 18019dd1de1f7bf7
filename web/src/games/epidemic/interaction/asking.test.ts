import { describe, expect, it } from 'vitest';
import type { Step } from '../../../gen/api.ts';
import { game } from '../../world/game.ts';
import { positionOf } from '../model/position.ts';
import { askingOf, cardOf, kindOfAsk, placed, ruleOf, spentSoFar } from './asking.ts';

// The stack of open questions as the server sends it, with zero-valued fields omitted.
const ask = (questions: unknown[], rest: object = {}) =>
	positionOf(game.box, { 'seats-at-table': [], hands: [], questions, ...rest });

describe('the open question', () => {
	it('is none where nothing is asked', () => {
		expect(askingOf(game, ask([]))).toBeNull();
	});

	it('says who wants to send whose pawn where', () => {
		const asking = askingOf(
			game,
			ask([
				{ id: 11, step: 'action' },
				{ id: 12, step: 'move-pawn', verb: 'dispatch', 'operand-0': '2' },
				{ id: 13, step: 'consent', seat: 2, verb: 'drive', 'operand-0': 'san-francisco' },
			]),
		);
		expect(asking).toMatchObject({ step: 'consent', asker: 0, pawn: 2 });
		expect(asking?.about?.raw).toBe('drive san-francisco');
		expect(asking && ruleOf(game.box, asking)).toBe('consent/ask');
	});

	it('says which card a wanted move is about, or takes', () => {
		const seats = [{ pawn: 'atlanta', role: 'dispatcher' }, { pawn: 'paris' }, { pawn: 'cairo' }];
		const about = (...frames: object[]) => {
			const position = ask([{ id: 1, step: 'action' }, ...frames], { 'seats-at-table': seats });
			const asking = askingOf(game, position);
			return asking && { kind: kindOfAsk(asking), card: cardOf(game.box, position, asking) };
		};
		const sent = { id: 2, step: 'move-pawn', verb: 'dispatch', 'operand-0': '2' };
		const wants = (verb: string, ...operands: string[]) =>
			Object.assign(
				{ id: 3, step: 'consent', seat: 2, verb },
				...operands.map((value, i) => ({ [`operand-${i}`]: value })),
			);
		expect(about(sent, wants('drive', 'khartoum'))).toEqual({ kind: 'pawn', card: undefined });
		expect(about(sent, wants('direct', 'lima'))).toEqual({ kind: 'pawn', card: { id: 'lima', spent: true } });
		expect(about(sent, wants('charter', 'lima'))).toEqual({
			kind: 'pawn',
			card: { id: 'cairo', spent: true },
		});
		const airlift = { id: 2, step: 'choose-city', verb: 'airlift', 'operand-0': '2' };
		expect(about(airlift, wants('to', 'lima'))).toEqual({
			kind: 'pawn',
			card: { id: 'airlift', spent: true },
		});
		expect(about(wants('take', '2', 'lima'))).toEqual({ kind: 'take', card: { id: 'lima', spent: false } });
	});

	it('says who asks for a card', () => {
		const asking = askingOf(game, ask([{ id: 2, step: 'request', verb: 'ask', 'operand-0': '0', n: 1 }]));
		expect(asking).toMatchObject({ step: 'request', asker: 1 });
	});

	it('counts the cards that a cure still takes', () => {
		const asking = askingOf(
			game,
			ask([{ id: 53, step: 'choose-card', verb: 'cure', 'operand-0': 'blue', n: 4 }]),
		);
		expect(asking).toMatchObject({ left: 4, asker: undefined });
		expect(asking?.about?.raw).toBe('cure blue');
		expect(asking && ruleOf(game.box, asking)).toBe('action/cure');
	});

	it('knows the places of a new order that are filled', () => {
		const position = ask([{ id: 40, step: 'order', verb: 'forecast', n: 2, arg: [6, 0, 0] }], {
			known: [{ card: 'delhi' }, { 'from-top': 1, card: 'london' }, { 'from-top': 2, card: 'paris' }],
		});
		const asking = askingOf(game, position);
		expect(asking).toMatchObject({ done: 2, left: 4 });
		expect(asking && placed(position, asking)).toEqual(['delhi', 'london']);
		expect(asking && ruleOf(game.box, asking)).toBe('event/forecast');
	});

	it('rests on the rule of its answer where no move is behind it', () => {
		const rule = (step: string) => {
			const asking = askingOf(game, ask([{ id: 1, step }]));
			return asking ? ruleOf(game.box, asking) : null;
		};
		expect(rule('discard')).toBe('hand/limit');
		expect(rule('window')).toBe('event/window');
	});
});

describe('cards spent so far', () => {
	const play = (n: number, ...moves: string[]): Step => ({
		n,
		at: n,
		kind: 'play',
		plays: moves.map((move) => ({ move, seat: 0, facts: [] })),
	});

	it('are those since the move began', () => {
		const steps = [
			play(0, 'spend lima'),
			play(1, 'cure blue'),
			play(2, 'spend paris'),
			play(3, 'spend milan'),
		];
		expect(spentSoFar(steps)).toEqual(['paris', 'milan']);
		expect(spentSoFar(steps.slice(0, 2))).toEqual([]);
	});

	it('do not hold what was taken back', () => {
		const back: Step = { n: 4, at: 4, kind: 'undo', to: 2, plays: [] };
		const steps = [play(0, 'cure blue'), play(1, 'spend paris'), play(2, 'spend milan'), back];
		expect(spentSoFar(steps)).toEqual(['paris']);
	});
});
