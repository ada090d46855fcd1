export { DossierPage } from './dossier/DossierPage.tsx'
export { ExplorePage } from './search/ExplorePage.tsx'
export { SliceListPage } from './slices/SliceListPage.tsx'
export { SlicePage } from './slices/SlicePage.tsx'
