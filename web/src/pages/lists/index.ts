export { ListPage } from './ListPage.tsx'
export { ListsPage } from './ListsPage.tsx'
export { MonitoringPage } from './monitoring/MonitoringPage.tsx'
