// SVG shapes for the pictures in announcements.

const round = (n: number) => Math.round(n * 10) / 10;
const at = (r: number, angle: number) => `${round(Math.cos(angle) * r)} ${round(Math.sin(angle) * r)}`;

/** Returns the path of a star around the origin, with `n` points between two radii. */
export function burst(inner: number, outer: number, n: number): string {
	const points = Array.from({ length: 2 * n }, (_, i) => at(i % 2 ? outer : inner, (i * Math.PI) / n));
	return `M${points.join('L')}Z`;
}

/** Returns the path of rays from the origin, between two radii. */
export function rays(inner: number, outer: number, n: number): string {
	const half = 0.35 * (Math.PI / n);
	return Array.from({ length: n }, (_, i) => {
		const angle = (2 * i * Math.PI) / n;
		return `M${at(inner, angle)}L${at(outer, angle - half)}L${at(outer, angle + half)}Z`;
	}).join('');
}

/** Returns the positions of a gauge's wells: `n` on a half circle around the origin. */
export function wells(n: number, r: number): { x: number; y: number }[] {
	return Array.from({ length: n }, (_, i) => {
		const angle = Math.PI * (1 - i / (n - 1));
		return { x: round(Math.cos(angle) * r), y: round(-Math.sin(angle) * r * 0.92) };
	});
}
