// Boards whose feed is not documented, without the proof of a careers page: the operator's setting decides.

import { AppError } from '../../../platform/app-error.ts'
import type { Collector } from '../../collectors/index.ts'

/** `allowed` is COLLECT_UNDOCUMENTED. */
export function isAllowed(
  { name, isUndocumented = false }: Pick<Collector, 'name' | 'isUndocumented'>,
  allowed: readonly string[],
): boolean {
  return !isUndocumented || allowed.includes('all') || allowed.includes(name)
}

export function assertAllowed(collector: Collector, allowed: readonly string[]): void {
  if (isAllowed(collector, allowed)) return
  const { name, title } = collector
  throw new AppError(
    'invalid',
    `The feed of a ${title} is not documented, so it is off. Check the terms of the system, then set COLLECT_UNDOCUMENTED=${name}.`,
  )
}

/** Names in COLLECT_UNDOCUMENTED without a collector. */
export function unknownSystems(allowed: readonly string[], collectors: readonly Collector[]): string[] {
  const names = new Set(collectors.filter(({ isUndocumented }) => isUndocumented).map(({ name }) => name))
  return allowed.filter((name) => name !== 'all' && !names.has(name))
}
