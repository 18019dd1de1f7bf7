// Draws a picture of a result for players to share: a paper card on a table.

interface Card {
	name: string;
	game: string;
	day: string;
	outcome: string;
	won: boolean;
	figures: readonly string[];
	/** The last line: how many days in a row, or the server’s address. */
	foot: string;
}

const serif = '"Young Serif", Georgia, serif';
const plain = '"Inter Variable", Arial, sans-serif';

/** The size of a picture in pixels, which is that of pictures next to addresses. */
export const size = { width: 1200, height: 630 };

/** Draws a result's card. Its colours, those of printed paper, are the same in both themes. */
export function draw(canvas: HTMLCanvasElement, card: Card): void {
	const pen = canvas.getContext('2d');
	if (!pen) return;
	const { width, height } = canvas;
	pen.fillStyle = '#0b1a22';
	pen.fillRect(0, 0, width, height);
	pen.fillStyle = '#f6ecd6';
	pen.beginPath();
	pen.roundRect(60, 60, width - 120, height - 120, 28);
	pen.fill();
	pen.fillStyle = card.won ? '#b9862b' : '#6d1636';
	pen.beginPath();
	pen.roundRect(60, 60, width - 120, 22, [28, 28, 0, 0]);
	pen.fill();
	const write = (words: string, font: string, colour: string, y: number) => {
		pen.font = font;
		pen.fillStyle = colour;
		pen.fillText(words, 120, y, width - 240);
	};
	write(`${card.name} · ${card.day}`, `32px ${plain}`, '#53605f', 160);
	write(card.game, `64px ${serif}`, '#14232b', 245);
	write(card.outcome, `96px ${serif}`, card.won ? '#7c5600' : '#6d1636', 365);
	write(card.figures.join(' · '), `40px ${plain}`, '#14232b', 440);
	if (card.foot) write(card.foot, `36px ${plain}`, '#53605f', 505);
}

/** Gives a drawn picture to the device's share menu; without one, the browser saves it as a file. */
export async function keep(canvas: HTMLCanvasElement, name: string): Promise<void> {
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
	if (!blob) return;
	const file = new File([blob], `${name}.png`, { type: blob.type });
	if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
		await navigator.share({ files: [file] }).catch(() => null); // the user closed the share menu
		return;
	}
	const link = document.createElement('a');
	link.download = file.name;
	link.href = URL.createObjectURL(blob);
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
