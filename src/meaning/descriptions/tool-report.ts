// What is reported about a tool that job descriptions name.

import { toolIdentity } from '../tools/index.ts'
import { findTools } from './find-tools.ts'
import { mentionKinds } from './mention-kinds.ts'
import { TOOL_CONFIDENCE, type ToolInTexts } from './tool-evidence.ts'

interface ToolReport {
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
}

export function toolReport({ tool, kind, evidence }: Pick<ToolInTexts, 'tool' | 'kind' | 'evidence'>): ToolReport {
  switch (kind) {
    case 'left':
      return { label: `Moves off ${tool}`, fields: { tool, change: 'dropped', evidence } }
    case 'asked':
      return { label: `Asks for ${tool} skills`, fields: { tool, change: 'in_use', basis: 'asked', evidence } }
    default:
      return { label: `Uses ${tool}`, fields: { tool, change: 'in_use', basis: 'stated', evidence } }
  }
}

/** The confidences of a tool before reports had a basis, by the same numbers of jobs. */
const EARLIER_CONFIDENCES: readonly number[] = [0.85, 0.7, 0.5]

interface StoredReport {
  readonly label: string
  readonly confidence: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface JudgedAgain {
  readonly label: string
  readonly confidence: number
  readonly basis: 'stated' | 'asked'
}

/**
 * A report from before reports had a basis, judged again by its stored sentence. `nothing`: the sentence doesn't say
 * that the tool is in use. Undefined: a different report, or one with a basis.
 */
export function judgeAgain({ label, confidence, fields }: StoredReport): JudgedAgain | 'nothing' | undefined {
  const { tool, evidence, basis, change } = fields
  const level = TOOL_CONFIDENCE[EARLIER_CONFIDENCES.indexOf(confidence)]
  if (typeof tool !== 'string' || typeof evidence !== 'string' || level === undefined) return undefined
  if (basis !== undefined || change !== 'in_use' || label !== `Uses ${tool}`) return undefined
  const found = findTools(evidence)
  const kinds = mentionKinds(evidence, found, 'other')
  const own = kinds.filter((_, i) => toolIdentity(found[i]?.tool.name ?? '') === toolIdentity(tool))
  const kind = own.find((each) => each === 'stated') ?? own.find((each) => each === 'asked')
  if (kind !== 'stated' && kind !== 'asked') return 'nothing'
  return { label: toolReport({ tool, kind, evidence }).label, confidence: level[kind], basis: kind }
}
