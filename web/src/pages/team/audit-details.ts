import { LIMIT_NAMES } from '../../parts/words/limit-names.ts'
import { texts } from './texts.ts'

type Value = string | number | boolean

/** What an entry of the audit log says besides its action, in words of the screen: records have names of the API. */
export function auditDetails(details: Readonly<Record<string, Value>>): string[] {
  return Object.entries(details).map(([name, value]) => {
    if (Object.hasOwn(LIMIT_NAMES, name)) return texts.audit.limit(LIMIT_NAMES[name as keyof typeof LIMIT_NAMES], value)
    if (Object.hasOwn(texts.audit.details, name)) return texts.audit.details[name]?.(value) ?? ''
    return `${name.replaceAll('_', ' ')}: ${value}`
  })
}
