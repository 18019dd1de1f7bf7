// Formats messages in the syntax of the catalogues: placeholders in braces, plurals, and choices by a value.
// It supports the same part of ICU as locale/message.go, and rejects the rest in the same way.

export type Values = Record<string, string | number>;

/**
 * Returns a name in a grammatical form of the catalogue, such as “in Cairo” or « au Caire ». `begins`: the
 * name is the first word of the message.
 */
type InForm = (form: string, name: string, begins: boolean) => string;

type Part =
	| string
	| { hash: true }
	| { name: string; kind: 'plain'; form?: string }
	| { name: string; kind: 'plural' | 'select'; cases: Record<string, Part[]> };

/** Parses a message. It throws if the message is malformed, which is an error in the catalogue. */
export function parse(text: string): Part[] {
	const [parts, rest] = read(text, false);
	// Rejects a straight apostrophe, and a closing brace without an opening one.
	if (rest !== '' || text.includes("'")) throw new Error(`message: ${text}`);
	return parts;
}

/** Parses up to a closing brace or to the end. Inside a plural, # stands for the number. */
function read(text: string, counted: boolean): [Part[], string] {
	const parts: Part[] = [];
	let rest = text;
	while (rest !== '') {
		const at = rest.search(counted ? /[{}#]/ : /[{}]/);
		if (at < 0) return [[...parts, rest], ''];
		if (at > 0) parts.push(rest.slice(0, at));
		const mark = rest[at];
		rest = rest.slice(at + 1);
		if (mark === '}') return [parts, `}${rest}`];
		if (mark === '#') parts.push({ hash: true });
		else {
			const [part, after] = place(rest, counted);
			parts.push(part);
			rest = after;
		}
	}
	return [parts, ''];
}

/** Parses a placeholder after its opening brace. */
function place(text: string, counted: boolean): [Part, string] {
	const plain = /^\s*([\w-]+)(?::(\w+))?\s*\}/.exec(text);
	if (plain?.[1]) return [{ name: plain[1], kind: 'plain', form: plain[2] }, text.slice(plain[0].length)];
	const head = /^\s*([\w-]+)\s*,\s*(plural|select)\s*,/.exec(text);
	if (!head?.[1]) throw new Error(`message: ${text}`);
	const kind = head[2] === 'plural' ? 'plural' : 'select';
	const cases: Record<string, Part[]> = {};
	let rest = text.slice(head[0].length);
	for (;;) {
		const word = /^\s*([\w-]+)\s*\{/.exec(rest);
		if (!word?.[1]) break;
		const [parts, after] = read(rest.slice(word[0].length), counted || kind === 'plural');
		if (!after.startsWith('}')) throw new Error(`message: ${text}`);
		cases[word[1]] = parts;
		rest = after.slice(1);
	}
	const end = /^\s*\}/.exec(rest);
	if (!end || !cases.other) throw new Error(`message: ${text}`);
	return [{ name: head[1], kind, cases }, rest.slice(end[0].length)];
}

const rules = new Map<string, Intl.PluralRules>();

/** Returns the plural category of a number in a language. */
function category(lang: string, n: number): string {
	let known = rules.get(lang);
	if (!known) {
		known = new Intl.PluralRules(lang);
		rules.set(lang, known);
	}
	return known.select(n);
}

/** Formats a number with a real minus sign instead of a hyphen. */
export const signed = (figures: string | number): string => `${figures}`.replace('-', '−');

/** Formats a message with its values. For a missing value it writes the value's name. */
export function write(parts: Part[], lang: string, values: Values, inForm: InForm, count = ''): string {
	let out = '';
	for (const part of parts) {
		if (typeof part === 'string') out += part;
		else if ('hash' in part) out += count;
		else {
			const value = values[part.name];
			if (value === undefined) out += `{${part.name}}`;
			else if (part.kind === 'plain' && part.form) out += inForm(part.form, String(value), out === '');
			else if (part.kind === 'plain') out += typeof value === 'number' ? signed(value) : value;
			else {
				const plural = part.kind === 'plural';
				const found = part.cases[plural ? category(lang, Number(value)) : String(value)] ?? part.cases.other;
				out += write(found ?? [], lang, values, inForm, plural ? signed(value) : count);
			}
		}
	}
	return out;
}
