// The drawings of a game. They are separate files, made by web/art, and each is fetched when it is shown.

/** Returns the URLs of a folder's drawings by their subject: `…/medic.svg` shows the medic. */
export function byName(files: Record<string, string>): Record<string, string | undefined> {
	const nameOf = (file: string) => file.replace(/^.*\/|\.svg$/g, '');
	return Object.fromEntries(Object.entries(files).map(([file, address]) => [nameOf(file), address]));
}

/**
 * Returns the id under which a card's texts and picture are stored. Copies of a card, and its versions in
 * one colour, share them.
 */
export const kindOf = (card: string): string => card.replace(/-(\d|blue|yellow|black|red)$/, '');

/** What is special about a city's skyline. */
export interface View {
	/** The style of the city's roofs. */
	roofs?: 'tower' | 'gable' | 'onion' | 'dome' | 'temple' | 'pagoda' | 'palm';
	/** Whether the city is away from the water. */
	inland?: boolean;
	/** The outline of a famous building in the city. `line` tells whether it is stroked instead of filled. */
	landmark?: string;
	line?: boolean;
}
