// The lessons of the world game, and the CSS selectors of what they can highlight.

export const files = import.meta.glob<string>('../../../../games/world/lessons/*.json', {
	query: '?url',
	import: 'default',
	eager: true,
});
export { also, busy, lights } from '../epidemic/hints/lights.ts';
