export { aiAdoption, scoreEvidence } from './ai-adoption.ts'
export { baseOfRow, EVIDENCE_ROWS, type Evidence, type EvidenceRowName, evidenceRowsOf, isNews } from './evidence.ts'
export { COUNTED_FACTS, heatAt, heatKey, heatKeyOf, NO_HEAT, strengthOf } from './heat.ts'
export { MAX_SIGNALS_OF_ROW } from './model.ts'
