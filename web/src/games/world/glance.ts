import map from '../../gen/world-places.json';
import { kitOf } from '../epidemic/glance/kit.ts';

export default kitOf(map, 'web.track.cures.said');
