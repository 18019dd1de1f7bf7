import { afterEach, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { games } from '../games/games.ts';
import { date, has, list, name, number, speakOf, text, use } from './words.svelte.ts';

const en = textsOf('en');

const leave: (() => void)[] = [];
afterEach(() => {
	while (leave.length > 0) leave.pop()?.();
});

const texts = { 'end.win': 'won', 'iberia.end.win': 'all researched', 'iberia.city.x': 'X', 'city.y': 'Y' };
use('en', texts);

it('speaks as the players of a game do, as long as its table is open', () => {
	expect(text('end.win')).toBe('won');
	const hush = speakOf('iberia');
	expect(text('end.win')).toBe('all researched');
	expect(name('city', 'x')).toBe('X');
	expect(name('city', 'y')).toBe('Y');
	expect(has('city.x')).toBe(true);
	hush();
	expect(text('end.win')).toBe('won');
	expect(has('city.x')).toBe(false);
});

it('keeps to the table that came last, whichever is left first', () => {
	const old = speakOf('iberia');
	leave.push(speakOf('world'));
	expect(text('end.win')).toBe('won');
	leave.push(speakOf('iberia'));
	old();
	expect(text('end.win')).toBe('all researched');
});

it('has no text of a game that stands for none', () => {
	const own = Object.keys(en).filter((key) => Object.keys(games).some((game) => key.startsWith(`${game}.`)));
	const stray = own.filter((key) => !(key.slice(key.indexOf('.') + 1) in en));
	expect(stray).toEqual([]);
});

it('writes dates as the language of its texts does', () => {
	const at = Date.UTC(2026, 10, 18, 15);
	expect(date(at, { dateStyle: 'long', timeZone: 'UTC' })).toBe('18 November 2026');
	expect(date(at, { timeStyle: 'short', timeZone: 'UTC' })).toBe('15:00');
});

it('joins names as a language does, and what is told of one thing by commas', () => {
	leave.push(() => use('en', texts));
	use('fr', texts);
	expect(list(['Ada', 'Léon', 'Noor'])).toBe('Ada, Léon et Noor');
	expect(list(['Ver d’oreille', 'valeur 4'], 'unit')).toBe('Ver d’oreille, valeur 4');
	expect(number(-13)).toBe('−13');
});

it('puts a name into a form: its own, or that of all names', () => {
	leave.push(() => use('en', texts));
	use('fr', {
		'city.cairo': 'Le Caire',
		'role.medic': 'Médecin',
		'form.at': 'à {name}',
		'form.the': '{name}',
		'form.at.city.cairo': 'au Caire',
		'form.the.role.medic': 'le Médecin',
		said: '{seat:the} soigne {city:at}',
		'disease.black': 'noire',
		'form.masculines.disease.black': 'noirs',
		cubes: 'cubes {disease:masculines}',
		'card.hiccups': 'Hoquet',
		'form.the.card.hiccups': 'le Hoquet',
		kept: 'gardé {card:the}',
	});
	expect(text('said', { seat: 'Médecin', city: 'Le Caire' })).toBe('Le Médecin soigne au Caire');
	expect(text('said', { seat: 'anna', city: 'Paris' })).toBe('anna soigne à Paris');
	// A name that lacks the requested form is inserted unchanged.
	expect(text('cubes', { disease: 'noire' })).toBe('cubes noirs');
	expect(text('cubes', { disease: 'mystère' })).toBe('cubes mystère');
	// A number after a name stays after the name.
	expect(text('kept', { card: 'Hoquet (2)' })).toBe('gardé le Hoquet (2)');
	// The marks that the log puts around a name stay around the name.
	expect(text('said', { seat: 'anna', city: '\uE000place:cairo\uE001Le Caire\uE002' })).toBe(
		'anna soigne \uE000place:cairo\uE001au Caire\uE002',
	);
});
