// The building blocks of portraits and emblems. All have the same ink, and a sharp shadow on the right
// side. All heads have the same shape; hair, collar, tool and background tell the people apart.

/** The ink of every outline. */
export const I = '#14232b';

/** Draws a line. */
export const L = (d: string, w = 2, c = I, x = '') =>
	`<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${x}/>`;

/** Draws a shape with its outline. */
export const F = (d: string, c: string, w = 2, x = '') =>
	`<path d="${d}" fill="${c}" stroke="${I}" stroke-width="${w}" stroke-linejoin="round" ${x}/>`;

/** Draws a disc. */
export const O = (x: number, y: number, r: number, c: string, w = 2) =>
	`<circle cx="${x}" cy="${y}" r="${r}" fill="${c}" stroke="${I}" stroke-width="${w}"/>`;

/** Draws shapes rotated about a point. */
export const turned = (by: number, x: number, y: number, what: string) =>
	`<g transform="rotate(${by} ${x} ${y})">${what}</g>`;

/** Draws the shoulders. */
export const BODY = (c: string, w = 2.2) =>
	F('M8 142C9 116 20 106 44 100Q60 116 76 100C100 106 111 116 112 142Z', c, w);

const FACE = 'M39 54C39 37 48 31 60 31S81 37 81 54C81 72 73 90 60 90S39 72 39 54Z';
const SHADE = 'M66 26C74 40 63 50 67 60C70 70 63 78 63 94L90 94V26Z';

interface Head {
	skin: string;
	/** The colour of the shadow on the face. */
	sh: string;
	brow?: string;
	mouth?: string;
	/** A mouth other than the usual one: its path and its colour. */
	lip?: [path: string, colour: string];
	lash?: number;
	nose?: number;
}

/** Draws a head: neck, ears and face. */
export function head({
	skin,
	sh,
	brow = I,
	mouth = 'M53 77Q60 82 67 77',
	lip,
	lash,
	nose = 1,
}: Head): string {
	return (
		F('M49 78V100Q60 110 71 100V78Z', sh) +
		F('M39.5 54q-6-2-6 5t6.5 8ZM80.5 54q6-2 6 5t-6.5 8Z', skin) +
		`<clipPath id="f"><path d="${FACE}"/></clipPath><path d="${FACE}" fill="${skin}"/>` +
		`<g clip-path="url(#f)"><path d="${SHADE}" fill="${sh}"/><g fill="#e0563f" opacity=".23">` +
		`<ellipse cx="47" cy="70" rx="6" ry="4"/><ellipse cx="73" cy="70" rx="6" ry="4"/></g></g>` +
		L(FACE, 2.2) +
		`<g fill="${I}"><ellipse cx="51" cy="60" rx="2.6" ry="3.2"/><ellipse cx="69" cy="60" rx="2.6" ry="3.2"/></g>` +
		`<g fill="#fff"><circle cx="52" cy="58.8" r=".95"/><circle cx="70" cy="58.8" r=".95"/></g>` +
		(lash ? L('M47 58.5l-2-1.6M73 58.5l2-1.6', 1.8) : '') +
		L('M45.5 52q5-3.5 10-.6M64.5 51.4q5-2.9 10 .6', 2.8, brow) +
		(nose ? L('M60.5 60L58 69.5q1.5 1.8 4.5 1', 2) : '') +
		(lip ? F(lip[0], lip[1], 1.6) : mouth ? L(mouth, 2.3) : '')
	);
}

/** The path of a full mouth. */
export const LIPS = 'M52.5 76.5Q56 74.5 60 76Q64 74.5 67.5 76.5Q60 83 52.5 76.5Z';
/** Draws short hair above the forehead, parted at the side, with a highlight. */
export const short = (c: string, light: string) =>
	F('M38.5 56C36 36 46 25 60 25S84 36 81.5 56C79 47 76 43 70 40Q56 46 44 41Q40 47 38.5 56Z', c) +
	L('M47 34q6-5 14-5', 1.6, light);
/** Draws round glasses. */
export const glasses = (c = I) =>
	`<g fill="#e8fbff" fill-opacity=".35" stroke="${c}" stroke-width="2.1"><circle cx="51" cy="60" r="7.8"/><circle cx="69.5" cy="60" r="7.8"/></g>` +
	L('M59 59q1.300-1.500 2.600 0M43 58l-5-2M77.500 58l5-2', 2, c);
/** Draws a full beard and the mouth in it. */
export const beard = (c: string) =>
	F('M40.5 67C42 86 50 93 60 93S78 86 79.5 67C77 76 72 72 66 72.5Q60 70 54 72.5Q48 72 40.5 67Z', c, 1.8) +
	L('M55 79Q60 82 65 79', 2, '#f6ecd6');
/** Draws a moustache. */
export const moustache = (c: string) =>
	F('M60 71Q54 69 48 76Q55 79 60 75.5Q65 79 72 76Q66 69 60 71Z', c, 1.6);
/** Draws a collar with two lapels over a shirt. */
export const lapels = (coat: string, shirt: string) =>
	F('M46 100L60 124L74 100Q60 112 46 100Z', shirt) +
	F('M44 99L33 110L56 142H60V124ZM76 99L87 110L64 142H60V124Z', coat);
