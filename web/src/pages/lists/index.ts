export { ListPage } from './ListPage.tsx'
export { ListsPage } from './ListsPage.tsx'
