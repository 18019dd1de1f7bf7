// The CSS selectors of the parts of a map game's table that a lesson can highlight.

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
