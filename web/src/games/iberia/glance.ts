import map from '../../gen/iberia-places.json';
import { kitOf } from '../epidemic/glance/kit.ts';

export default kitOf(map, 'iberia.web.track.cures.said');
