// Where the lessons of the card game are, and what they light.

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
/** On a wide screen the papers beside the round table make room. */
export const over = '.side';
