// Draws the picture of the card game as a separate file (scene.svg), so that pages that show it do not load the
// code of the drawings.

import { eye, type Features, layers, mouth, silhouette } from '../src/games/pharmacy/drawn/features.ts';
import { disc } from '../src/games/pharmacy/drawn/shapes.ts';
import { viruses } from '../src/games/pharmacy/drawn/viruses.ts';

/**
 * The viruses at the counter: which, where, how large, where their hands are, and the parts below the
 * counter's edge.
 */
const peeping = [
	{ card: 'hiccups', x: 1, y: 24, scale: 0.78, hands: [13, 65], back: [3] },
	{ card: 'sniffles', x: 161, y: 22, scale: 0.78, hands: [173, 227], back: [0, 1] },
	{ card: 'hothead', x: 70, y: 8, scale: 1, hands: [90, 148], back: [0, 1] },
];

/** Returns SVG attributes for each paint of Paint.svelte, in one virus's colours. */
function paints(fill: (name: 'body' | 'alt' | 'third') => string): Record<string, string> {
	const bare = 'stroke="none" ';
	const plain = (token: string) => `fill="var(--virus-${token})"`;
	return {
		B: fill('body'),
		A: fill('alt'),
		C: fill('third'),
		W: plain('white'),
		M: plain('mouth'),
		K: bare + plain('ink'),
		a: bare + fill('alt'),
		w: bare + plain('white'),
		t: bare + plain('tongue'),
		S: `${bare}opacity=".14" ${plain('ink')}`,
		H: `${bare}opacity=".4" ${plain('white')}`,
		R: `${bare}opacity=".75" ${plain('red')}`,
		L: '',
		l: 'stroke-width="2"',
		o: 'stroke="var(--virus-line)"',
		P: `stroke-width="3.6" ${fill('body').replace('fill', 'stroke')}`,
	};
}

function paint(drawing: string, paints: Record<string, string>): string {
	return layers(drawing)
		.map(({ how, d }) => {
			if (paints[how] === undefined) throw new Error(`the scene has no paint ${how}`);
			const casing = how === 'P' ? `<path stroke-width="9" d="${d}"/>` : '';
			return `${casing}<path ${paints[how]} d="${d}"/>\n`.replace('<path  ', '<path ');
		})
		.join('');
}

function face(of: Features): string {
	const parts = [of.back, of.body, of.marks, ...of.eyes.map(eye), mouth(of.mouth), of.front];
	const halo = silhouette([of.back, of.body, of.front].filter(Boolean).join('|'));
	const colours = { body: of.hue, alt: of.alt ?? 'white', third: of.third ?? 'sand' };
	return `<path stroke="var(--virus-halo)" stroke-width="12" d="${halo}"/>\n${paint(
		parts.filter(Boolean).join('|'),
		paints((name) => `fill="var(--virus-${colours[name]})"`),
	)}`;
}

/** Returns the fingers of a hand on the counter's edge, in the colour of the virus. */
function fingers(x: number): string {
	return `PM${x - 4} 86v-5M${x + 1} 87v-7M${x + 6} 86v-5`;
}

/** Returns the whole picture, 240 × 112. */
export function scene(): string {
	const wood = paints((name) => `fill="var(--felt-${name === 'body' ? 'light' : 'rim'})"`);
	const pills = paints((name) => `fill="var(--pill-${{ body: 'blue', alt: 'yellow', third: 'red' }[name]})"`);
	const faces = peeping.map(({ card, x, y, scale, back }) => {
		const of = viruses[card];
		if (!of) throw new Error(`nobody is called ${card}`);
		const behind = of.back?.split('|').filter((_, i) => back.includes(i));
		return `<g transform="translate(${x} ${y}) scale(${scale})">\n${face({ ...of, back: behind?.join('|') })}</g>\n`;
	});
	const hands = peeping.map(({ card, hands }) =>
		paint(
			hands.map(fingers).join('|'),
			paints(() => `fill="var(--virus-${viruses[card]?.hue})"`),
		),
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 112">
<title>Three viruses that peep over a counter, in the colours of the page around them (made by scene.ts)</title>
<g id="scene" fill="none" stroke="var(--virus-ink)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
${faces.join('')}${paint('AM2 96h236v14H2Z|SM2 96h236v6H2Z|BM8 80h224l6 14a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2Z', wood)}${hands.join('')}${paint(`B${disc(34, 87, 8, 5)}|H${disc(31, 85, 3, 1.3)}|CM116 82h10l5 5l-5 5h-10l-5-5Z|AM196 83h12a5 5 0 0 1 0 10h-12a5 5 0 0 1 0-10Z|H${disc(197, 86, 3, 1.3)}|B${disc(45, 90, 8, 5)}|H${disc(42, 88, 3, 1.3)}`, pills)}</g>
</svg>
`;
}
