export { type Description, type DescriptionsReading, readDescriptions } from './read-descriptions.ts'
export { type Employer, TOOL_CONFIDENCE, type ToolInUse } from './tool-evidence.ts'
