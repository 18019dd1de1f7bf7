// Tests which targets the tray and the table show for lists of moves from a server.

import { describe, expect, it } from 'vitest';
import { offersOf } from '../offers.ts';
import { chosenOf, paymentsOf } from './payments.ts';
import { bySeat, narrowed, type Picked } from './targets.ts';

const nothing: Picked = { pile: null, card: null, pays: null };
const raws = (found: Map<number, { raw: string }[]>) =>
	Object.fromEntries([...found].map(([seat, offers]) => [seat, offers.map((o) => o.raw)]));

const turn = offersOf(0, [
	'take-card left',
	'take-card right',
	'send left 1',
	'send left 5',
	'send right 1',
	'send right 2',
	'send right 5',
	'risk plague-3 1',
	'risk plague-3 2',
	'risk doctor 1',
	'risk doctor 2',
]);
/** The card has come back to this player. The price is 5, and the player has staked a blue pill. */
const again = offersOf(0, ['keep', 'defend 0 2 0 3', 'defend 1 0 1 3', 'defend 2 1 0 3']);
const dare = offersOf(2, ['open', 'dodge blue 0', 'dodge blue 1', 'dodge red 0', 'dodge red 1']);

describe('payments', () => {
	it('proposes the fewest pills, and spares the small change', () => {
		expect(paymentsOf(again).map((p) => p.id)).toEqual(['0 2 0', '1 0 1', '2 1 0']);
	});

	it('proposes the cheapest where they are not worth the same', () => {
		const overpaid = offersOf(1, ['keep', 'defend 0 0 1 2', 'defend 0 1 0 2']);
		expect(paymentsOf(overpaid).map((p) => p.id)).toEqual(['0 1 0', '0 0 1']);
	});

	it('gathers under each payment whom it leads to', () => {
		expect(paymentsOf(dare).map(({ id, offers }) => [id, offers.map((o) => o.other)])).toEqual([
			['1 0 0', [0, 1]],
			['0 0 1', [0, 1]],
		]);
	});

	it('knows a payment of nothing, where enough was staked before', () => {
		const [payment] = paymentsOf(offersOf(3, ['keep', 'defend 0 0 0 1', 'defend 0 0 0 2']));
		expect(payment?.offers).toHaveLength(2);
		expect(payment?.pays).toEqual({ blue: 0, yellow: 0, red: 0 });
	});

	it('finds none where nothing is paid', () => {
		expect(paymentsOf(turn)).toEqual([]);
		expect(paymentsOf(offersOf(0, ['volunteer', 'decline']))).toEqual([]);
	});

	it('keeps to what was chosen as long as it is offered', () => {
		const payments = paymentsOf(again);
		expect(chosenOf(payments, '2 1 0')?.id).toBe('2 1 0');
		expect(chosenOf(payments, '0 0 2')?.id).toBe('0 2 0');
		expect(chosenOf([], '0 0 2')).toBeUndefined();
	});
});

describe('targets', () => {
	const targets = (step: string, offers: typeof turn, picked: Partial<Picked> = {}) =>
		raws(bySeat(narrowed(step, offers, { ...nothing, ...picked })));

	it('are none on a turn until a card is picked', () => {
		expect(targets('turn', turn)).toEqual({});
	});

	it('are those whom the picked pile can go to, and oneself, who can take it', () => {
		expect(targets('turn', turn, { pile: 'left' })).toEqual({
			0: ['take-card left'],
			1: ['send left 1'],
			5: ['send left 5'],
		});
		expect(targets('turn', turn, { pile: 'right' })[2]).toEqual(['send right 2']);
	});

	it('are those before whom the picked risk card can be laid', () => {
		expect(targets('turn', turn, { card: 'doctor' })).toEqual({ 1: ['risk doctor 1'], 2: ['risk doctor 2'] });
		expect(targets('turn', turn, { card: 'jab' })).toEqual({});
	});

	it('are whom the chosen payment leads to', () => {
		expect(targets('answer', again)).toEqual({ 3: ['defend 0 2 0 3'] });
		expect(targets('answer', again, { pays: '1 0 1' })).toEqual({ 3: ['defend 1 0 1 3'] });
		expect(targets('dare', dare, { pays: '0 0 1' })).toEqual({ 0: ['dodge red 0'], 1: ['dodge red 1'] });
	});

	it('are everybody who is named where only that is asked', () => {
		expect(targets('infect', offersOf(0, ['infect 0', 'infect 1', 'infect 2']))).toEqual({
			0: ['infect 0'],
			1: ['infect 1'],
			2: ['infect 2'],
		});
		expect(targets('collect', offersOf(0, ['claim blue 1', 'claim blue 3']))).toEqual({
			1: ['claim blue 1'],
			3: ['claim blue 3'],
		});
	});

	it('hold every virus of a seat, where one of them is to be caught', () => {
		const list = ['catch pins-and-needles 3', 'catch polka-dots 2', 'catch hoot-cough 3'];
		expect(targets('catch', offersOf(0, list))).toEqual({
			2: ['catch polka-dots 2'],
			3: ['catch pins-and-needles 3', 'catch hoot-cough 3'],
		});
	});

	it('are none where no seat is named', () => {
		expect(targets('return', offersOf(1, ['return blue', 'return red']))).toEqual({});
		expect(targets('inject', offersOf(1, ['inject yawns first', 'inject hothead second']))).toEqual({});
	});
});
