// Draws a picture of a result for players to share: a paper card on a table.

interface Card {
	name: string;
	game: string;
	day: string;
	outcome: string;
	won: boolean;
	figures: string[];
	streak: string;
}

const serif = '"Young Serif", Georgia, serif';
const plain = '"Inter Variable", Arial, sans-serif';

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
	if (card.streak) write(card.streak, `36px ${plain}`, '#53605f', 505);
}
