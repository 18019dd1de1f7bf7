// Where the lessons of the world are, and what they light.

export const files = import.meta.glob<string>('../../../../games/world/lessons/*.json', {
	query: '?url',
	import: 'default',
	eager: true,
});
export { also, busy, lights } from '../epidemic/hints/lights.ts';
