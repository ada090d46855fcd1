export { AI_PHRASES } from './ai-phrases.ts'
export { nameKey, type ToolFamily, type ToolList, type ToolProduct } from './catalogue-format.ts'
export {
  categoriesOfTool,
  knowsTool,
  loadToolList,
  loadToolsFile,
  mainCategoriesOf,
  ownToolList,
  readTool,
  readToolsFile,
  shippedTools,
  toolEdition,
  toolFingerprint,
  toolIdentity,
  toolList,
  toolNameKeys,
} from './current-catalogue.ts'
export { type ShownTool, toolShownAt, toolsShownBy } from './shown-tools.ts'
