// A disease has three distinguishing marks: a colour (the token with its name), a shape, and a letter in
// text.

const diseases = ['blue', 'yellow', 'black', 'red', 'purple'] as const;
export type Disease = (typeof diseases)[number];

/** The outline of each disease's mark, about 16 units wide around 0,0. All look equally large. */
export const shapeOf: Record<Disease, string> = {
	blue: 'M0-6.6A6.6 6.6 0 1 1 0 6.6A6.6 6.6 0 1 1 0-6.6Z',
	yellow: 'M-1-6.9Q0-8.4 1-6.9L7.7 4.2Q8.7 6 6.7 6H-6.7Q-8.7 6-7.7 4.2Z',
	black: 'M-5-6H5Q6-6 6-5V5Q6 6 5 6H-5Q-6 6-6 5V-5Q-6-6-5-6Z',
	red: 'M-.8-7.6Q0-8.4 .8-7.6L7.6-.8Q8.4 0 7.6 .8L.8 7.6Q0 8.4-.8 7.6L-7.6 .8Q-8.4 0-7.6-.8Z',
	purple:
		'M-2.1-7.4H2.1Q3.1-7.4 3.1-6.4V-3.1H6.4Q7.4-3.1 7.4-2.1V2.1Q7.4 3.1 6.4 3.1H3.1V6.4Q3.1 7.4 2.1 7.4H-2.1Q-3.1 7.4-3.1 6.4V3.1H-6.4Q-7.4 3.1-7.4 2.1V-2.1Q-7.4-3.1-6.4-3.1H-3.1V-6.4Q-3.1-7.4-2.1-7.4Z',
};

/** The outline of each mark as a wooden piece 4.6 units thick, which adds a side below the mark's shape. */
export const bodyOf: Record<Disease, string> = {
	blue: 'M-6.6 0A6.6 6.6 0 0 1 6.6 0V4.6A6.6 6.6 0 0 1-6.6 4.6Z',
	yellow:
		'M-1-6.9Q0-8.4 1-6.9L7.7 4.2Q8.1 5 8.1 5.6V9.2Q8.1 10.6 6.7 10.6H-6.7Q-8.1 10.6-8.1 9.2V5.6Q-8.1 5-7.7 4.2Z',
	black: 'M-5-6H5Q6-6 6-5V9.6Q6 10.6 5 10.6H-5Q-6 10.6-6 9.6V-5Q-6-6-5-6Z',
	red: 'M-.8-7.6Q0-8.4 .8-7.6L7.6-.8Q8.1-.2 8.1 .4V4.4Q8.1 5 7.6 5.4L.8 12.2Q0 13-.8 12.2L-7.6 5.4Q-8.1 5-8.1 4.4V.4Q-8.1-.2-7.6-.8Z',
	purple:
		'M-2.1-7.4H2.1Q3.1-7.4 3.1-6.4V-3.1H6.4Q7.4-3.1 7.4-2.1V6.7Q7.4 7.7 6.4 7.7H3.1V11Q3.1 12 2.1 12H-2.1Q-3.1 12-3.1 11V7.7H-6.4Q-7.4 7.7-7.4 6.7V-2.1Q-7.4-3.1-6.4-3.1H-3.1V-6.4Q-3.1-7.4-2.1-7.4Z',
};

/** How far below the centre of each mark its letter is. A triangle's visual centre is low. */
export const letterDrop: Record<Disease, number> = { blue: 0, yellow: 1.6, black: 0, red: 0, purple: 0 };

export function isDisease(name: string): name is Disease {
	return (diseases as readonly string[]).includes(name);
}
