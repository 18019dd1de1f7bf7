// A drawing as a picture of pixels. A large drawing in lines is drawn anew with whatever
// moves over it; its pixels are only copied.

const made = new Map<string, Promise<string>>();
const there = new Map<string, string>();

/** The pixels of a drawing that are made already. */
export const pixelsOf = (drawing: string): string | undefined => there.get(drawing);

/** The address of a drawing's pixels, twice as many as it has units each way; made once. */
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
	// What a person waits for comes first. (Safari has no word for it.)
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
