// The skylines of the world's cities: their roofs, the water, and a famous building.

import type { View } from '../epidemic/art/pictures.ts';

const roofs: Record<NonNullable<View['roofs']>, string> = {
	tower:
		'atlanta chicago hong-kong johannesburg los-angeles manila miami montreal new-york osaka san-francisco seoul shanghai sydney taipei tokyo washington',
	gable: 'bogota buenos-aires essen lima london madrid mexico-city milan paris santiago sao-paulo',
	onion: 'moscow st-petersburg',
	dome: 'algiers baghdad cairo istanbul karachi khartoum riyadh tehran',
	temple: 'bangkok chennai delhi kolkata mumbai',
	pagoda: 'beijing ho-chi-minh-city jakarta',
	palm: 'kinshasa lagos',
};

const inland =
	'atlanta baghdad beijing bogota chicago delhi essen johannesburg khartoum madrid mexico-city milan moscow paris riyadh santiago sao-paulo tehran';

const landmarks: Record<string, string | undefined> = {
	beijing:
		'M40 74V62H92V74ZM34 62Q44 60 48 52H84Q88 60 98 62ZM48 52V44H84V52M42 44Q54 42 56 34H76Q78 42 90 44Z',
	cairo: 'M26 74L50 34L74 74ZM62 74L80 46L98 74Z',
	delhi: 'M46 74V38H86V74H76V58Q66 46 56 58V74ZM50 38V32H82V38',
	'ho-chi-minh-city': 'M60 74V24Q66 12 70 24V44L78 46L70 50V74Z',
	'hong-kong': 'M60 74V26L70 18V74ZM60 44L70 34M60 60L70 50',
	istanbul:
		'M38 74V60Q38 42 66 42Q94 42 94 60V74ZM30 74V30L32 24L34 30V74ZM98 74V30L100 24L102 30V74ZM66 42V34',
	jakarta: 'M63 74V36L60 34Q66 22 72 34L69 36V74ZM52 74H80',
	lima: 'M52 74V44H58V36L62 30L66 36V52H74V36L78 30L82 36V44H88V74Z',
	london: 'M60 74V30L65 18L70 30V74ZM62 36h6v6h-6Z',
	manila: 'M50 74V56H82V74ZM50 56L66 44L82 56M62 74V64H70V74',
	moscow:
		'M56 74V48Q50 42 56 34Q62 30 63 22Q64 30 70 34Q76 42 70 48V74ZM76 74V56Q72 52 76 46Q80 43 80.5 38Q81 43 85 46Q89 52 85 56V74Z',
	'new-york': 'M58 74V34H61V24H64V10H66V24H69V34H72V74Z',
	paris: 'M56 74Q62 56 63 30L64.5 14L66 30Q67 56 73 74L68 74Q64.5 66 61 74Z',
	'san-francisco': 'M22 66H108M44 74V30H48V74M80 74V30H84V74M22 54Q40 54 46 32Q64 64 82 32Q88 54 108 54',
	sydney: 'M40 74Q46 52 62 46Q58 62 62 74ZM56 74Q62 48 80 42Q74 60 80 74ZM74 74Q80 58 94 54Q90 66 94 74Z',
	taipei:
		'M60 74V60L58 52H74L72 60V74ZM60 52L58 44H74L72 52ZM61 44L59 36H73L71 44ZM62 36L61 28H71L70 36ZM66 28V16',
	tokyo: 'M60 74L66 30L67 18L68 30L74 74ZM62.5 56h9M64 44h6',
};

const has = (list: string, city: string) => list.split(' ').includes(city);

export function viewOf(city: string): View {
	const kinds = Object.keys(roofs) as (keyof typeof roofs)[];
	return {
		roofs: kinds.find((kind) => has(roofs[kind], city)),
		inland: has(inland, city),
		landmark: landmarks[city],
		line: city === 'san-francisco',
	};
}
