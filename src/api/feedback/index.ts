export { deleteOldFeedback, type StoredVerdict, storedVerdicts, type VerdictFilter } from './queries.ts'
export { feedbackSettings } from './settings-routes.ts'
export {
  type CountedVerdict,
  type Dimension,
  type Share,
  type Summary,
  shareTexts,
  summarise,
} from './share-of-wrong.ts'
