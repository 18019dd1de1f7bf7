// The drawings of the injection and of the risk cards that are not viruses.

import type { Hue } from './features.ts';
import { disc, rays } from './shapes.ts';

interface Picture {
	hue: Hue;
	alt?: Hue;
	third?: Hue;
	of: string;
}

/** A prescription: the sheet, the sign, a scribble and a blue pill. */
const paper =
	'BM14 4h72v90l-9-6l-9 6l-9-6l-9 6l-9-6l-9 6l-9-6l-9 6Z|AM14 4h72v15H14Z|LM26 30v26M26 30h10a7 7 0 0 1 0 14H26M35 44l15 17M50 45L37 61|lM60 34h16M60 42h16M60 50h10';

/** A syringe that points to the lower left. Paint B is its body, paint A its content. */
const syringe =
	'LM20 80L6 94|BM20 66l14 14l-8 4l-10-10Z|WM56 18l26 26l-42 42L14 60Z|AM44 30l26 26l-30 30L14 60Z|lM66 50l-6-6M74 42l-6-6|LM69 31L84 16|BM78 6l16 16l-5 5L73 11Z';

export const pictures: Record<string, Picture> = {
	injection: {
		hue: 'grey',
		alt: 'aqua',
		of: `${syringe}|W${disc(38, 54, 7.5)}${disc(51, 67, 7.5)}|K${disc(37, 56, 3.8)}${disc(49, 68, 3.8)}|w${disc(36, 54.5, 1.3)}${disc(48, 66.5, 1.3)}|MM32 67q3 7 10 8q-1-7-10-8Z`,
	},
	jab: {
		hue: 'red',
		alt: 'aqua',
		third: 'yellow',
		of: `BM16 64h68v30H16Z|SM16 86h68v8H16Z|C${disc(50, 79, 8)}|LM50 64l-11-3l22-5l-22-5l22-5l-11-3|BM8 50l30-4l4 9l-26 12Z|LM50 10V-2|WM36 10h28v32H36Z|AM36 20h28v22H36Z|=W${disc(44, 27, 6)}|=K${disc(44, 28, 2.6)}|M${disc(50, 37, 2.5, 2)}|BM32 38h36v6H32Z|=oM24 28l-8-5M26 14l-6-8`,
	},
	recall: {
		hue: 'orange',
		alt: 'white',
		third: 'blue',
		of: 'BM16 40h16l40-24v60L32 54H16a7 7 0 0 1 0-14Z|AM72 14c8 0 12 14 12 32s-4 32-12 32s-10-14-10-32s2-32 10-32Z|BM26 54h14l6 28H34Z|SM16 47h16l34 14v12L32 54H16Z|oM90 30l8-6M92 46h8M90 62l8 6',
	},
	'free-sample': {
		hue: 'pink',
		alt: 'red',
		third: 'yellow',
		of: 'BM18 48h64v44H18Z|SM18 48h64v8H18Z|AM44 48h12v44H44Z|BM10 34h80v16H10Z|AM44 34h12v16H44Z|AM50 34c-26 4-30-22-16-24c10 0 14 12 16 24c2-12 6-24 16-24c14 2 10 28-16 24Z',
	},
	contagion: {
		hue: 'green',
		alt: 'pink',
		third: 'lime',
		of: `P${rays(32, 54, 7, 26, 35, 70, 290)}|B${disc(32, 54, 28)}|R${disc(20, 62, 5, 4)}|LM20 42l10 5l-10 5M46 40l-9 6l10 4|M${disc(44, 66, 8, 9)}|C${disc(62, 62, 3.5)}${disc(60, 76, 4.5)}${disc(72, 72, 3)}${disc(74, 86, 4)}${disc(84, 64, 3.5)}|A${disc(80, 26, 17)}|W${disc(73, 24, 6)}${disc(87, 24, 6)}|K${disc(72, 26, 2.4)}${disc(86, 26, 2.4)}|LM75 36q5-4 10 0`,
	},
	'co-payment': {
		hue: 'yellow',
		alt: 'red',
		third: 'aqua',
		of: `WM34 2h32v30H34Z|lM41 10h18M41 17h12|BM22 28h56l10 32H12Z|CM30 34h26v10H28Z|WM62 34h6v4h-6ZM70 34h4v4h-4ZM62 42h6v4h-6ZM71 42h5v4h-5ZM62 50h7v4h-7Z|BM8 60h84v32H8Z|SM8 84h84v8H8Z|K${disc(50, 72, 13, 3)}|A${disc(50, 62, 10)}|LM46 61h1M54 61h1M47 66q3 2 6 0`,
	},
	'expiry-date': {
		hue: 'white',
		alt: 'red',
		third: 'grey',
		of: 'BM14 20h72v68H60L14 88Z|AM14 18h72v20H14Z|=LM32 10v16|lM26 50h8M46 50h8M66 50h8M26 64h8M46 64h8M26 78h8M46 78h8|CM60 88l26-26v26Z|LM62 62l14-14M62 48l14 14',
	},
	'prescription-yellow': {
		hue: 'white',
		alt: 'yellow',
		third: 'blue',
		of: `${paper}|C${disc(32, 76, 8)}|AM54 69h14a7 7 0 0 1 0 14H54a7 7 0 0 1 0-14Z`,
	},
	'prescription-red': {
		hue: 'white',
		alt: 'red',
		third: 'blue',
		of: `${paper}|C${disc(32, 76, 8)}|AM54 67h15l6 9l-6 9H54l-6-9Z`,
	},
	diagnosis: {
		hue: 'aqua',
		alt: 'sand',
		third: 'green',
		of: `AM66 62l28 26a6 6 0 0 1-9 9L60 68Z|B${disc(42, 42, 36)}|W${disc(42, 42, 28)}|C${disc(42, 44, 17)}|W${disc(36, 40, 5)}${disc(49, 40, 5)}|K${disc(37, 41, 2.5)}${disc(48, 41, 2.5)}|LM37 52q5-5 11 0|HM20 34c4-10 12-14 20-14l-16 24Z`,
	},
	nurse: {
		hue: 'white',
		alt: 'red',
		third: 'pink',
		of: 'CM50 94C10 66 14 40 32 40c10 0 16 8 18 14c2-6 8-14 18-14c18 0 22 26-18 54Z|BM20 18c16-12 44-12 60 0l-6 26c-14-6-34-6-48 0Z|AM50 39C35 30 38 17 44 17c3.5 0 5 2.4 6 5c1-2.6 2.5-5 6-5c6 0 9 13-6 22Z|LM36 64q4 4 8 0M56 64q4 4 8 0M44 74q6 6 12 0',
	},
	doctor: {
		hue: 'sand',
		alt: 'aqua',
		third: 'white',
		of: `QM26 10c-10 0-10 8-8 18c3 24 37 24 40 0c2-10 2-18-8-18M38 48v18c0 32 44 30 44 0|A${disc(82, 52, 14)}|C${disc(82, 52, 8)}|LM78 50h1M85 50h1M78 55q4 3 8 0|B${disc(27, 10, 5)}${disc(49, 10, 5)}`,
	},
};
