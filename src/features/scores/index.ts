export { aiAdoption, type Contribution } from './ai-adoption.ts'
export { heatAt, heatKey, NO_HEAT } from './heat.ts'
export { EVIDENCE, type EvidenceRow, MAX_SIGNALS_OF_ROW, STATE_TYPES } from './model.ts'
