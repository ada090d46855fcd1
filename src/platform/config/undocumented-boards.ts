// COLLECT_UNDOCUMENTED.

import type { Variable } from './env-variable.ts'

export const COLLECT_UNDOCUMENTED: Variable<readonly string[]> = {
  description:
    'Job board systems without a documented feed that you allow to be read: a comma-separated list such as workday,rippling, or all. Boards that a careers page proves are read without it (docs/collecting.md).',
  expects: 'a comma-separated list of board systems such as workday,rippling, or all',
  fallback: [],
  fallbackText: '',
  parse: (text) => {
    const names = text
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
    return names.every((name) => /^[a-z][a-z0-9-]{1,40}$/.test(name)) ? names : undefined
  },
}
