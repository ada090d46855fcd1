import { roundFields } from './shared-fields.ts'
import type { TypeDeclaration } from './type-declaration.ts'

export const fundingAi = {
  type: 'funding_ai',
  description: 'A round was raised by a company that shows evidence of AI.',
  // `funding ai` is not an alias: it means funding with the word AI.
  otherNames: ['funding_plus_ai', 'funding plus ai'],
  exampleLabel: 'Funding plus AI: Raised a Series A of $12M',
  lifetime: { kind: 'act' },
  staysNewsDays: 60,
  grouping: 'none',
  fields: [
    ...roundFields,
    {
      name: 'evidence',
      kind: 'texts',
      label: 'Evidence',
      description: 'The signals or words that show AI.',
      independent: true,
      example: ['tool: OpenAI API'],
    },
  ],
} as const satisfies TypeDeclaration
