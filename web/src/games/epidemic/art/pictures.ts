// The drawings of a game: files beside the code, each fetched when it is shown (made by web/art).

/** The addresses of drawings by what they show, out of those of a folder: `…/medic.svg` shows the medic. */
export function byName(files: Record<string, string>): Record<string, string | undefined> {
	const nameOf = (file: string) => file.replace(/^.*\/|\.svg$/g, '');
	return Object.fromEntries(Object.entries(files).map(([file, address]) => [nameOf(file), address]));
}

/** Cards that are there several times, or once for each colour, are one card in words and pictures. */
export const kindOf = (card: string): string => card.replace(/-(\d|blue|yellow|black|red)$/, '');

/** How a city looks from afar. */
export interface View {
	/** What its roofs are like. */
	roofs?: 'tower' | 'gable' | 'onion' | 'dome' | 'temple' | 'pagoda' | 'palm';
	/** Away from the water. */
	inland?: boolean;
	/** A building that everybody knows: its outline, and whether it is drawn as a line. */
	landmark?: string;
	line?: boolean;
}
