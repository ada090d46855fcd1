import type { TypeDeclaration } from './type-declaration.ts'

export const WEB_KINDS = [
  'ai_product_page',
  'ai_feature',
  'ai_chat_widget',
  'llms_txt',
  'mcp_endpoint',
  'ai_crawler_policy',
] as const
const WEB_CHANGES = ['launched', 'up', 'removed'] as const

export const web = {
  type: 'web',
  description: 'AI was seen on the company’s website.',
  otherNames: ['website', 'website_ai', 'website ai'],
  exampleLabel: 'AI product page',
  labelOf: (text) => text('kind').replaceAll('_', ' '),
  lifetime: {
    kind: 'state',
    expiresAfterDays: 180,
    changes: { began: 'launched', continues: 'up', ended: 'removed' },
  },
  staysNewsDays: 0,
  grouping: 'pages',
  fields: [
    {
      name: 'kind',
      kind: 'enum',
      label: 'Kind',
      description: 'What was seen.',
      values: WEB_KINDS,
      required: true,
      example: 'ai_product_page',
    },
    {
      name: 'pageUrl',
      kind: 'url',
      label: 'Page URL',
      description: 'Where it was seen.',
      example: 'https://northwind.example/ai',
    },
    { name: 'vendor', kind: 'text', label: 'Vendor', description: 'Who makes it.', example: 'Intercom' },
    {
      name: 'change',
      kind: 'enum',
      label: 'Change',
      description: 'Launched, up since before it was monitored, or removed.',
      values: WEB_CHANGES,
      default: 'launched',
      example: 'launched',
    },
  ],
} as const satisfies TypeDeclaration
