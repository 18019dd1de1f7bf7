import './tokens.css';
import type { Manifest } from '../manifest.ts';
import picture from './poster/picture.svg?url';

const manifest: Manifest = {
	entry: () => import('./entry.ts'),
	picture,
	// A card that goes round waits for one player after the other, so nobody may take long.
	pace: { kind: 'live', live: '60', slow: '86400' },
};
export default manifest;
