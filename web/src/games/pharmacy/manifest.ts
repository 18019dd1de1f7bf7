import './tokens.css';
import type { Manifest } from '../manifest.ts';
import picture from './poster/picture.svg?url';

const manifest: Manifest = {
	entry: () => import('./entry.ts'),
	picture,
	// While a card is passed around, players answer one after another, so each of them has little time.
	pace: { kind: 'live', live: '60', slow: '86400' },
};
export default manifest;
