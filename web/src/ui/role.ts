/** The colour token of a role; one that we do not know gets a plain one. */
export function roleColour(role: string | undefined): string {
	return role ? `var(--role-${role}, var(--role-none))` : 'var(--role-none)';
}
