import type { TypeDeclaration } from './type-declaration.ts'

const TOOL_CHANGES = ['adopted', 'in_use', 'dropped'] as const
/** What a job description says about a tool: the employer uses it, or asks for the skill. */
const TOOL_BASES = ['stated', 'asked'] as const

export const tool = {
  type: 'tool',
  description: 'A tool was adopted or dropped.',
  otherNames: ['tools', 'tool_adoption', 'tool adoption'],
  exampleLabel: 'Adopted HubSpot CRM',
  labelOf: (text, isNews) => `${isNews ? 'Adopted' : 'Uses'} ${text('tool')}`,
  lifetime: {
    kind: 'state',
    expiresAfterDays: 365,
    changes: { began: 'adopted', continues: 'in_use', ended: 'dropped' },
  },
  staysNewsDays: 0,
  grouping: 'tools',
  readsWords: 'of-tool',
  fields: [
    {
      name: 'tool',
      queryName: 'name',
      kind: 'text',
      label: 'Tool',
      description: "The tool's name, as the source writes it.",
      required: true,
      example: 'HubSpot CRM',
    },
    {
      name: 'product',
      kind: 'slug',
      label: 'Product',
      description: 'The product in the catalogue of tools. Absent if the name is of a family, or unknown.',
      readFrom: 'tool',
      example: 'hubspot_crm',
    },
    {
      name: 'family',
      kind: 'slug',
      label: 'Family',
      description: 'The family of products that the tool belongs to, in the catalogue of tools.',
      readFrom: 'tool',
      example: 'hubspot',
    },
    {
      name: 'category',
      kind: 'slug',
      label: 'Category',
      description: 'What the tool is for.',
      example: 'crm',
    },
    {
      name: 'categories',
      kind: 'texts',
      label: 'Categories',
      description:
        'Of a name that says only the family: the categories of its main products. `category` finds each of them.',
      readFrom: 'tool',
      example: ['crm', 'marketing_automation'],
    },
    { name: 'vendor', kind: 'text', label: 'Vendor', description: 'Who makes it.', example: 'HubSpot' },
    { name: 'ai', kind: 'boolean', label: 'AI', description: 'Whether the tool is an AI tool.', example: false },
    {
      name: 'change',
      kind: 'enum',
      label: 'Change',
      description: 'Adopted, in use since before it was monitored, or dropped.',
      values: TOOL_CHANGES,
      default: 'adopted',
      example: 'adopted',
    },
    {
      name: 'basis',
      kind: 'enum',
      label: 'Basis',
      description:
        'Of a tool in job descriptions: they state that it is used, or only ask for the skill. Clauses leave out `asked` unless they say otherwise.',
      values: TOOL_BASES,
      example: 'stated',
    },
    {
      name: 'evidence',
      kind: 'note',
      label: 'Evidence',
      description: 'The sentence or row that names the tool, if a job description or a list of subprocessors does.',
      example: 'Keep our HubSpot CRM clean and build reports in it.',
    },
  ],
} as const satisfies TypeDeclaration
