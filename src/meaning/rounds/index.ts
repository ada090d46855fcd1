export { INSTRUMENTS, type Instrument } from '../../closed-sets/signals.ts'
export { instrumentOfRound, readInstrument } from './instrument.ts'
export { isRumour } from './rumour.ts'
export { namesRound, type RoundVariant, variantOfRound } from './variants.ts'
