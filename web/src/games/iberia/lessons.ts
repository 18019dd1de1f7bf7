// The lessons of the Iberia game, and the CSS selectors of what they highlight.

export const files = import.meta.glob<string>('../../../../games/iberia/lessons/*.json', {
	query: '?url',
	import: 'default',
	eager: true,
});
export { also, busy, lights } from '../epidemic/hints/lights.ts';
