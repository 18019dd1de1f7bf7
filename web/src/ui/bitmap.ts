// Converts drawings to bitmaps. Browsers redraw a large vector drawing whenever an element moves over it,
// but only copy a bitmap.

const made = new Map<string, Promise<string>>();
const there = new Map<string, string>();

/** Returns the URL of a drawing's bitmap, if it has been made. */
export const pixelsOf = (drawing: string): string | undefined => there.get(drawing);

/**
 * Makes the bitmap of a drawing once, and returns its URL. The bitmap has two pixels per unit of the
 * drawing in each direction.
 */
export function bitmap(drawing: string, width: number, height: number): Promise<string> {
	let making = made.get(drawing);
	if (!making) {
		making = draw(drawing, width * 2, height * 2);
		made.set(drawing, making);
		making.then(
			(pixels) => there.set(drawing, pixels),
			() => made.delete(drawing),
		);
	}
	return making;
}

async function draw(drawing: string, width: number, height: number): Promise<string> {
	// Drawing waits until the browser is idle, so that it does not delay the player's requests. (Safari does
	// not support idle callbacks.)
	if ('requestIdleCallback' in window)
		await new Promise((idle) => requestIdleCallback(idle, { timeout: 5000 }));
	const image = new Image(width, height);
	image.src = drawing;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
	const pixels = await new Promise<Blob | null>((done) => canvas.toBlob(done));
	if (!pixels) throw new Error('the drawing has no pixels');
	return URL.createObjectURL(pixels);
}
