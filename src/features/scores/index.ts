export { aiAdoption } from './ai-adoption.ts'
export { heatAt, heatKey, NO_HEAT } from './heat.ts'
