import type { SignalType } from '../../closed-sets/signals.ts'
import { funding } from './funding.ts'
import { fundingAi } from './funding-ai.ts'
import { hiring } from './hiring.ts'
import { tool } from './tool.ts'
import type { TypeDeclaration } from './type-declaration.ts'
import { velocity } from './velocity.ts'
import { web } from './web.ts'

const DECLARED = { hiring, funding, funding_ai: fundingAi, web, tool, velocity } as const satisfies {
  readonly [Type in SignalType]: TypeDeclaration<Type>
}

/** The types whose signals last. Their clauses are about the present. */
export type LastingType = {
  [Type in SignalType]: (typeof DECLARED)[Type]['lifetime']['kind'] extends 'act' ? never : Type
}[SignalType]

/**
 * Ingest validates against these, the API's schemas, the filter catalogue and tables of the documentation are generated
 * from them, and the query language takes its fields from them. A field that is declared is known everywhere.
 */
export const SIGNAL_DECLARATIONS: Readonly<Record<SignalType, TypeDeclaration>> = DECLARED
