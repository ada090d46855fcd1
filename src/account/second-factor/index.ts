import type { SealedColumn } from '../../db/index.ts'

export { removeLostFactor } from './change-factor.ts'
export { secondFactor } from './check-code.ts'
export { secondFactorSettings } from './settings-routes.ts'

export const SECOND_FACTOR_SECRETS: readonly SealedColumn[] = [
  { table: 'second_factors', column: 'secret', noun: 'second factor' },
]
