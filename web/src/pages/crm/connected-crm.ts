import type { contract, ReplyOf } from '../../contract.ts'

export type ConnectedCrm = NonNullable<ReplyOf<typeof contract.getCrm>['crm']>
