import type { Manifest } from '../manifest.ts';
import picture from './poster/picture.svg?url';

const manifest: Manifest = {
	entry: () => import('./entry.ts'),
	picture,
	easyRoles: ['medic', 'researcher', 'scientist', 'operations-expert', 'quarantine-specialist'],
};
export default manifest;
