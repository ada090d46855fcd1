export const PASSWORD_EYE = { 'aria-label': 'Show the password', tabIndex: 0 } as const
