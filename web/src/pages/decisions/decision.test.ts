import { expect, it } from 'vitest';
import { appealOf, stateOf } from './decision.ts';

const when = '2026-11-19T10:00:00Z';

it('says whether a decision is in force, and until when', () => {
	expect(stateOf({ inForce: false })).toBe('told');
	expect(stateOf({ inForce: true, until: when })).toBe('until');
	expect(stateOf({ inForce: false, until: when })).toBe('ended');
	expect(stateOf({ inForce: true })).toBe('open');
	expect(stateOf({ inForce: false, until: when, lifted: when })).toBe('lifted');
});

it('lets a person answer once, and says what became of it', () => {
	expect(appealOf({ mayAppeal: true })).toBe('may');
	expect(appealOf({ mayAppeal: false })).toBe('none');
	expect(appealOf({ mayAppeal: false, appealed: when })).toBe('waits');
	expect(appealOf({ mayAppeal: false, appealed: when, answered: when, upheld: true })).toBe('upheld');
	expect(appealOf({ mayAppeal: false, appealed: when, answered: when })).toBe('dropped');
});
