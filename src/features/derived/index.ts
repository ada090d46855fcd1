export { derive } from './derive.ts'
export { type BaseSignal, DERIVATION_VERSION, type DerivedSignal } from './derived-signal.ts'
export { FUNDING_AI } from './funding-ai.ts'
export { SURGE } from './surge-threshold.ts'
