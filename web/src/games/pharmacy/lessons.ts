// The lessons of the pharmacy game, and the CSS selectors of what they can highlight.

export const files = import.meta.glob<string>('../../../../games/pharmacy/lessons/*.json', {
	query: '?url',
	import: 'default',
	eager: true,
});

export const lights: Record<string, string> = {
	'seat/*': '.round [data-anchor="seat-*"]',
	'pile/*': '.round [data-anchor="pile-*"]',
	'answer/*': '.tray [data-answer="*"]',
	hand: '.tray .hand',
};

export const busy = '.flights .flight';
/** On a wide screen, the lesson's text covers the tabs next to the round table. */
export const over = '.side';
