// Where the things are on a table of these games that a lesson speaks of.

export const lights: Record<string, string> = {
	'city/*': '[data-map] g[data-city="*"] .target',
	'region/*': '[data-map] [data-region="*"]',
	'verb/*': '.tray [data-verb="*"]',
	answers: '.tray .answers',
	hand: '.tray .hand',
	outbreaks: '.printed .outbreaks, .tracks > :nth-child(2)',
	cures: '.printed .shelf, .tracks > :nth-child(3)',
	deck: '.printed .pile, .tracks > :nth-child(4)',
};

export const also = '.tray .strip.pending';
export const busy = '.board.playing';
