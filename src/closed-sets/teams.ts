// The closed sets of teams: roles, and how people sign in.

export const ROLES = ['owner', 'member'] as const
export type Role = (typeof ROLES)[number]

/** How a session was opened: with a password, by the provider of sign-on, or by an operator's link. */
export const SIGN_IN_METHODS = ['password', 'provider', 'link'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
