export { GuidePage } from './GuidePage.tsx'
export { ReferencePage } from './ReferencePage.tsx'
