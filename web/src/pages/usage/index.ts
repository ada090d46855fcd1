export { RequestsPage } from './RequestsPage.tsx'
export { UsagePage } from './UsagePage.tsx'
