// Where the lessons of the peninsula are, and what they light.

import first from '../../../../games/iberia/lessons/first.json?url';

export const files = { first };
export { also, busy, lights } from '../epidemic/lights.ts';
