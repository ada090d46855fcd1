export { employerInTitle, isTitleForClient } from './for-clients.ts'
export { type Description, readDescriptions } from './read-descriptions.ts'
export { judgeAgain, toolReport } from './tool-report.ts'
