import { toolFingerprint } from '../../meaning/tools/index.ts'
import editions from '../../platform/rule-editions.json' with { type: 'json' }

/** Equal in all processes that read answers alike: with the same code and the same catalogue of tools. */
export function rulesEdition(): string {
  return `${editions.collectors}${toolFingerprint()}`
}
