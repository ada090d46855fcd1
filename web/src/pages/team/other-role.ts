import type { Role } from '../../contract.ts'

export const otherRole = (role: Role): Role => (role === 'owner' ? 'member' : 'owner')
