export { WindowsPage } from './WindowsPage.tsx'
