// Where the lessons of the peninsula are, and what they light.

export const files = import.meta.glob<string>('../../../../games/iberia/lessons/*.json', {
	query: '?url',
	import: 'default',
	eager: true,
});
export { also, busy, lights } from '../epidemic/hints/lights.ts';
