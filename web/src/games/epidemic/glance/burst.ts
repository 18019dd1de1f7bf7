/** The points of the burst around a number of outbreaks, about 36 wide around 0,0. */
export const burst = `M${Array.from({ length: 24 }, (_, i) => {
	const [angle, r] = [(i * Math.PI) / 12, i % 2 ? 18 : 13.5];
	return `${(Math.cos(angle) * r).toFixed(1)} ${(Math.sin(angle) * r).toFixed(1)}`;
}).join('L')}Z`;
