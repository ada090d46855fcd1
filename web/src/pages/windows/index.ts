export { MovedPage } from './MovedPage.tsx'
export { WindowsPage } from './WindowsPage.tsx'
