/** Returns the colour token of a role; an unknown role gets a neutral one. */
export function roleColour(role: string | undefined): string {
	return role ? `var(--role-${role}, var(--role-none))` : 'var(--role-none)';
}

/** Returns the colour token of a person, which is the same on every page. */
export function personColour(id: string): string {
	return `var(--person-${[...id].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 997, 7) % 8})`;
}
