import { describe, expect, it } from 'vitest';
import type { NoticeDevice } from '../../../gen/api.ts';
import { isOther } from './quiet.ts';
import { base64url, type Here, stateOf } from './subscription.ts';

const here: Here = { able: true, permission: 'granted', subscribed: true, id: 'a' };
const device = (id: string): NoticeDevice => ({ id, label: '', created: '', service: 'push.example' });

describe('the state of this browser', () => {
	it('is on where it has a subscription that the server lists', () => {
		expect(stateOf(here, [device('b'), device('a')])).toBe('on');
	});

	it('is off without one, after another device removed it, and for somebody else', () => {
		expect(stateOf({ ...here, subscribed: false }, [device('a')])).toBe('off');
		expect(stateOf(here, [])).toBe('off');
		expect(stateOf({ ...here, id: null }, [device('a')])).toBe('off');
		expect(stateOf(here, [device('b')])).toBe('off');
	});

	it('is off where the permission was taken back, and blocked where it was refused', () => {
		expect(stateOf({ ...here, permission: 'default' }, [device('a')])).toBe('off');
		expect(stateOf({ ...here, permission: 'denied' }, [device('a')])).toBe('blocked');
	});

	it('is unsupported without workers, push messages or notifications, whatever is allowed', () => {
		expect(stateOf({ ...here, able: false }, [device('a')])).toBe('unsupported');
		expect(stateOf({ ...here, able: false, permission: 'denied' }, [])).toBe('unsupported');
		expect(stateOf({ ...here, permission: 'unsupported' }, [device('a')])).toBe('unsupported');
	});
});

it('writes keys as the server does', () => {
	expect(base64url(new Uint8Array([251, 255, 254, 0]))).toBe('-__-AA');
});

describe('quiet hours', () => {
	const night = { from: '22:00', to: '08:00', zone: 'Europe/Zurich' };
	it('are worth saving where the server has none, or others', () => {
		expect(isOther(undefined, night)).toBe(true);
		expect(isOther(night, { ...night })).toBe(false);
		expect(isOther(night, { ...night, to: '07:30' })).toBe(true);
		expect(isOther(night, { ...night, zone: 'Asia/Tokyo' })).toBe(true);
	});

	it('need a beginning and another end', () => {
		expect(isOther(undefined, { ...night, from: '' })).toBe(false);
		expect(isOther(undefined, { ...night, to: '' })).toBe(false);
		expect(isOther(undefined, { ...night, to: night.from })).toBe(false);
	});
});
