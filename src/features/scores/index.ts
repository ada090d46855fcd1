export { type AiAdoption, aiAdoption, type Contribution } from './ai-adoption.ts'
export { HEAT_HALF_LIFE_DAYS, heatAt, heatKey, NO_HEAT } from './heat.ts'
export { COMPONENTS, type Component, MODEL_VERSION } from './model.ts'
