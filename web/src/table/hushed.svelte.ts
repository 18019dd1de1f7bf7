// The people whose messages this browser does not show. Muted people are stored on this device only. The
// server keeps the list of blocked people, and sends nothing of theirs; here it hides what arrived earlier.

const place = 'theriac.muted';
/** The largest number of muted people; of more, the oldest are dropped. */
const most = 200;

function kept(): readonly string[] {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
		return Array.isArray(found) ? found : [];
	} catch {
		return []; // an unreadable list mutes no one
	}
}

let muted = $state.raw(kept());
let blocked = $state.raw<readonly string[]>([]);

/** Reports whether this device mutes a person. */
export const isMuted = (person: string): boolean => muted.includes(person);

/** Reports whether this browser hides a person's messages. */
export const isHushed = (person: string | undefined): boolean =>
	person !== undefined && (muted.includes(person) || blocked.includes(person));

/** Mutes a person on this device, or shows their messages again. */
export function mute(person: string, on: boolean): void {
	muted = [...muted.filter((other) => other !== person), ...(on ? [person] : [])].slice(-most);
	try {
		localStorage.setItem(place, JSON.stringify(muted));
	} catch {
		// If storage is unavailable, people are muted until the page closes.
	}
}

/** Hides what blocked people wrote before they were blocked. */
export function hush(people: readonly string[]): void {
	blocked = people;
}
