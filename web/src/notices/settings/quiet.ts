import type { QuietHours } from '../../gen/api.ts';

/** The time zone of this browser, such as Europe/Zurich. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether hours differ from those that the server has; hours that are not filled in, or are none at all, do not count. */
export function isOther(has: QuietHours | undefined, wanted: QuietHours): boolean {
	if (!wanted.from || !wanted.to || wanted.from === wanted.to) return false;
	return !has || has.from !== wanted.from || has.to !== wanted.to || has.zone !== wanted.zone;
}
