export { derive } from './derive.ts'
export type { BaseSignal } from './derived-signal.ts'
