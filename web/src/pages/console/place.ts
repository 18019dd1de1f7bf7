// The addresses inside the console: a section, and what it is about.

/** The sections, in the order of the bar. */
export const sections = [
	'reports',
	'appeals',
	'people',
	'tables',
	'names',
	'doors',
	'pages',
	'log',
	'server',
] as const;
export type Section = (typeof sections)[number];

/** The sections that only operators see. */
export const ofOperators: readonly Section[] = ['names', 'doors', 'pages'];

/** A place in the console. `id` names a person or a table; empty if the address names none. */
interface Place {
	section: Section;
	id: string;
}

/** Returns the place for an address. An unknown section is that of the reports. */
export function placeOf(path: string): Place {
	const [, , name, id = ''] = path.split('/');
	const section = sections.find((s) => s === name);
	return section ? { section, id: decoded(id) } : { section: 'reports', id: '' };
}

/** Returns the address of a place. */
export function addressOf(section: Section, id = ''): string {
	if (id) return `/console/${section}/${encodeURIComponent(id)}`;
	return section === 'reports' ? '/console' : `/console/${section}`;
}

/** Returns the id of a person from what a moderator pasted: the id itself, or a link that ends with it. */
export function personIn(pasted: string): string {
	return (
		pasted
			.trim()
			.replace(/[?#].*$/, '')
			.split('/')
			.filter(Boolean)
			.at(-1) ?? ''
	);
}

/** Reports whether a text is the id of a person, and not a name. */
export const isPerson = (text: string): boolean => /^[a-z2-7]{20}$/.test(text);

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return '';
	}
}
