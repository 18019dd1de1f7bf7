/**
 * Reports whether one time of the server is before another. Both are in UTC with as many digits of a second as they
 * need, up to nanoseconds. A Date keeps only three of these digits.
 */
export function isOlder(a: string, b: string): boolean {
	return a.replace('Z', '') < b.replace('Z', '');
}
