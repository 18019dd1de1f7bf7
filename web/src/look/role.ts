// The seven roles of the base game, and the glyph each wears where a letter would not do.
import type { IconName } from './icons.ts';

export const roles = [
	'contingency-planner',
	'dispatcher',
	'medic',
	'operations-expert',
	'quarantine-specialist',
	'researcher',
	'scientist',
] as const;
export type Role = (typeof roles)[number];

export const glyphOf: Record<Role, IconName> = {
	'contingency-planner': 'event',
	dispatcher: 'dispatch',
	medic: 'treat',
	'operations-expert': 'station',
	'quarantine-specialist': 'shield',
	researcher: 'rules',
	scientist: 'cure',
};

export function isRole(name: string | undefined): name is Role {
	return name !== undefined && (roles as readonly string[]).includes(name);
}

/** The colour token of a role; a game whose roles we do not know gets a plain one. */
export function roleColour(role: string | undefined): string {
	return `var(--role-${isRole(role) ? role : 'none'})`;
}
