// The closed set of roles in a team.

export const ROLES = ['owner', 'member'] as const
export type Role = (typeof ROLES)[number]
