// Where the lessons of the world are, and what they light.

import first from '../../../../games/world/lessons/first.json?url';

export const files = { first };
export { also, busy, lights } from '../epidemic/lights.ts';
