import type { Beginning } from '../manifest.ts';

// The portraits are referenced by their URLs: importing them would add the table's code to this bundle.
const nurse = new URL('./art/nurse.svg', import.meta.url).href;
const doctor = new URL('./art/rural-doctor.svg', import.meta.url).href;
const sailor = new URL('./art/sailor.svg', import.meta.url).href;

const beginnings: Beginning[] = [
	{ id: 'first', values: { epidemics: '4' }, picture: sailor },
	{ id: 'history', values: { epidemics: '5', historical: '1' }, picture: doctor },
	{ id: 'rush', values: { epidemics: '5', rush: 'on' }, picture: nurse },
	{ id: 'standard', values: { epidemics: '5' } },
	{ id: 'heroic', values: { epidemics: '6' } },
];
export default beginnings;
