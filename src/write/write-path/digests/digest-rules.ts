import { toolFingerprint } from '../../../meaning/tools/index.ts'
import editions from '../../../platform/rule-editions.json' with { type: 'json' }

/** The rules by which this process makes digests. The operator's catalogue of tools is one of them. */
export function digestRules(): string {
  return `${editions.digests} ${toolFingerprint()}`
}
