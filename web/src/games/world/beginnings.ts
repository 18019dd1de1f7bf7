import type { Beginning } from '../manifest.ts';

// The portraits are referenced by their URLs: importing them would add the table's code to this bundle.
const medic = new URL('./art/medic.svg', import.meta.url).href;
const operations = new URL('./art/operations-expert.svg', import.meta.url).href;
const virologist = new URL('./expansion/art/virologist.svg', import.meta.url).href;

const beginnings: Beginning[] = [
	{ id: 'first', values: { epidemics: '4' }, picture: medic },
	{ id: 'standard', values: { epidemics: '5' }, picture: operations },
	{
		id: 'everything',
		values: { box: 'all', epidemics: '5', lab: 'on', strain: 'on', mutation: 'panic' },
		picture: virologist,
	},
	{ id: 'heroic', values: { epidemics: '6' } },
	{ id: 'solo', values: { box: 'lab', mode: 'solo', epidemics: '4' } },
	{ id: 'teams', values: { box: 'lab', mode: 'teams', epidemics: '4' } },
];
export default beginnings;
