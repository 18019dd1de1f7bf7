import type { QuietHours } from '../../../gen/api.ts';

/** Returns the time zone of this browser, such as Europe/Zurich. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Reports whether the wanted hours are valid and differ from the server's. Incomplete or empty hours do not
 * count.
 */
export function isOther(has: QuietHours | undefined, wanted: QuietHours): boolean {
	if (!wanted.from || !wanted.to || wanted.from === wanted.to) return false;
	return !has || has.from !== wanted.from || has.to !== wanted.to || has.zone !== wanted.zone;
}
