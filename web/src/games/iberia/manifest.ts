import './tokens.css';
import type { Manifest } from '../manifest.ts';
import picture from './poster/picture.svg?url';

const manifest: Manifest = {
	entry: () => import('./entry.ts'),
	picture,
	easyRoles: ['rural-doctor', 'sailor', 'railwayman', 'nurse', 'agronomist'],
};
export default manifest;
