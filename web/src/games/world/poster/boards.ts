import dark from './board-dark.webp?url';
import light from './board-light.webp?url';

/** The board as a small picture, by theme (scripts/boards.ts makes them). */
export default { light, dark };
