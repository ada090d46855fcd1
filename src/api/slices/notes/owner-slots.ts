// Whom to approach: the role that likely owns what a window is about. It is inferred from the function and the level of the job and
// from the size of the company, so every text with it is marked as a guess. It is a role, and never a person.

import type { Signal } from '../../../meaning/signals/index.ts'
import { functionWorkingWith, isRevenueOperations, jobOf, leads, leadsCountry, sells } from './job-choice.ts'
import type { SlotValue } from './note-template.ts'
import { matchOf, presentOf, type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'
import { categoriesOf } from './tool-slots.ts'

interface Roles {
  readonly head: string
  readonly vp: string
  readonly chief: string
}

const CEO = 'CEO'
/** The leader of a function in a small company, a larger one, and at the top. */
const ROLES = {
  engineering: { head: 'Head of Engineering', vp: 'VP Engineering', chief: 'CTO' },
  data: { head: 'Head of Data', vp: 'VP Data', chief: 'Chief Data Officer' },
  product: { head: 'Head of Product', vp: 'VP Product', chief: 'Chief Product Officer' },
  security: { head: 'Head of Security', vp: 'VP Security', chief: 'CISO' },
  it: { head: 'Head of IT', vp: 'VP IT', chief: 'CIO' },
  sales: { head: 'Head of Sales', vp: 'VP Sales', chief: 'Chief Revenue Officer' },
  revops: { head: 'Head of Revenue Operations', vp: 'VP Revenue Operations', chief: 'Chief Revenue Officer' },
  marketing: { head: 'Head of Marketing', vp: 'VP Marketing', chief: 'CMO' },
  customer_success: {
    head: 'Head of Customer Success',
    vp: 'VP Customer Success',
    chief: 'Chief Customer Officer',
  },
  support: { head: 'Head of Support', vp: 'VP Support', chief: 'Chief Customer Officer' },
  operations: { head: 'Head of Operations', vp: 'VP Operations', chief: 'COO' },
  finance: { head: 'Head of Finance', vp: 'VP Finance', chief: 'CFO' },
  people: { head: 'Head of People', vp: 'VP People', chief: 'Chief People Officer' },
  legal: { head: 'Head of Legal', vp: 'General Counsel', chief: 'General Counsel' },
} as const satisfies Record<string, Roles>

type Area = keyof typeof ROLES

/** Whom the head of a function reports to, and its first employee, while it has no leader. */
const ABOVE: Readonly<Record<Area, string>> = {
  ...{ engineering: 'CTO', data: 'CTO', product: 'Chief Product Officer', security: 'CTO', it: 'CIO' },
  ...{ sales: 'Chief Revenue Officer', revops: 'Chief Revenue Officer', marketing: 'CMO' },
  ...{ customer_success: 'Chief Customer Officer', support: 'COO', operations: 'COO', finance: 'CFO' },
  ...{ people: CEO, legal: CEO },
}

/** Below this number of people, a founder decides. */
const FOUNDER_BELOW = 30
/** Below this number, the first of a function reports to the top. */
const CEO_BELOW = 100
/** From this number on, functions are led by vice presidents. */
const VP_FROM = 250
const isHead = (job: Signal) => /\b(?:head of|heads? )/i.test(textOf(job, 'jobTitle') ?? '')

/**
 * A role that a company is hiring for is vacant: then the role above is named. The same where the first of the function
 * is still looked for. With an unknown size, no VP is named.
 */
function leadOf(area: Area, context: SlotContext): string {
  const { employeeCount: employees } = context
  const open = presentOf(context, 'hiring').filter((job) => areaOf(job) === area)
  const levels = new Set(open.flatMap((job) => (leads(job) ? textOf(job, 'seniority') : [])))
  if (open.some(({ fields }) => fields.first === true)) return aboveFirst(area, context)
  // Before a company is large, revenue operations report to sales.
  if (area === 'revops' && employees < VP_FROM && levels.size === 0) {
    return hasRevenueChief(context) ? ROLES.sales.chief : leadOf('sales', context)
  }
  if (employees >= VP_FROM && open.some((job) => isWholeHead(job, area))) return ABOVE[area]
  if (employees >= VP_FROM) return levels.has('vp') ? ROLES[area].chief : ROLES[area].vp
  if (levels.has('c_level')) return CEO
  if (levels.size > 0) return employees > 0 || levels.has('vp') ? chiefOf(area, context) : ABOVE[area]
  return employees > 0 && employees < FOUNDER_BELOW ? `founder or ${ROLES[area].head}` : ROLES[area].head
}

/**
 * "Head of People", and not "Head of People Operations DACH": if this one is sought, no one else leads the function.
 */
const isWholeHead = (job: Signal, area: Area) =>
  (textOf(job, 'jobTitle') ?? '')
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase() === ROLES[area].head.toLowerCase()

const REVENUE_CHIEF = /\bCRO\b|\bchief revenue officer\b/i

/** Small companies rarely have a chief of each area, unless a job ad names one: "report to the CRO". */
function chiefOf(area: Area, context: SlotContext): string {
  const { chief } = ROLES[area]
  return context.employeeCount >= VP_FROM || (chief === ROLES.sales.chief && hasRevenueChief(context)) ? chief : CEO
}

const hasRevenueChief = ({ signals }: SlotContext) =>
  signals.some((each) => REVENUE_CHIEF.test(textOf(each, 'evidence') ?? ''))

/** What engineers look after until a company is large enough for a dedicated role. */
const TECHNICAL: ReadonlySet<Area> = new Set(['data', 'security', 'it'])

function aboveFirst(area: Area, { employeeCount: employees }: SlotContext): string {
  if (employees === 0 || employees >= CEO_BELOW) return ABOVE[area]
  return TECHNICAL.has(area) && employees >= FOUNDER_BELOW ? ROLES.engineering.chief : CEO
}

/** Who says what a round is spent on. */
function purseOf({ employeeCount: employees }: SlotContext): string {
  if (employees >= VP_FROM) return ROLES.finance.chief
  return employees > 0 && employees < FOUNDER_BELOW ? `founder or ${CEO}` : CEO
}

/** Whom the one who takes the job likely reports to. */
function aboveJob(job: Signal, context: SlotContext): string | undefined {
  const { employeeCount: employees } = context
  const isLarge = employees >= VP_FROM
  // Who opens a country answers to the top, whatever function the title is read as.
  if (leadsCountry(job)) return isLarge ? ROLES.operations.chief : CEO
  const area = areaOf(job)
  if (!area) return undefined
  switch (textOf(job, 'seniority')) {
    case 'c_level':
      return CEO
    case 'vp':
      return chiefOf(area, context)
    case 'director':
      if (!isLarge && employees > 0) return chiefOf(area, context)
      return isHead(job) || !isLarge ? ABOVE[area] : ROLES[area].vp
    default:
      return job.fields.first === true ? aboveFirst(area, context) : leadOf(area, context)
  }
}

/** By category, who leads the work that a tool is for. What a function works with first is in job-choice.ts. */
const OF_TOOLS: Readonly<Record<string, Area>> = {
  ...{ ai_sales: 'sales', conversation_intelligence: 'sales', ai_support: 'support', ai_voice: 'engineering' },
  ...{ ai_content: 'marketing', ai_assistant: 'it', ai_coding: 'engineering', ai_framework: 'engineering' },
  ...{ llm: 'engineering', ml_platform: 'engineering', vector_database: 'engineering', database: 'engineering' },
  ...{ cloud: 'engineering', testing: 'engineering', api_management: 'engineering', web_framework: 'engineering' },
  ...{ feature_flags: 'engineering', search: 'engineering', experimentation: 'product' },
  ...{ data_catalog: 'data', data_quality: 'data', sales_intelligence: 'sales', sales_enablement: 'sales' },
  ...{ sales_compensation: 'revops', account_based_marketing: 'marketing', customer_data_platform: 'marketing' },
  ...{ web_analytics: 'marketing', cms: 'marketing', social_media: 'marketing', events: 'marketing' },
  ...{ collaboration: 'it', automation: 'operations' },
}

function leadOfTool(tool: Signal | undefined, context: SlotContext): string | undefined {
  for (const category of tool ? categoriesOf(tool) : []) {
    const area = OF_TOOLS[category] ?? functionWorkingWith(category)
    if (area !== undefined && Object.hasOwn(ROLES, area)) return leadOf(area as Area, context)
  }
  return undefined
}

function areaOf(job: Signal): Area | undefined {
  if (isRevenueOperations(job)) return 'revops'
  const name = textOf(job, 'function')
  // A GTM engineer works for sales, whatever the title says of engineers.
  if (name === 'engineering' && sells(job)) return 'sales'
  // Research in AI is done next to engineering. Who leads other research doesn't follow from the function.
  if (name === 'research' && job.fields.ai === true) return 'engineering'
  return name !== undefined && Object.hasOwn(ROLES, name) ? (name as Area) : undefined
}

/** An inference, however certain the fact is from which it is made. */
const INFERRED = 0.5
const inferred = (text: string | undefined): SlotValue | undefined =>
  text === undefined ? undefined : { text: `the ${text}`, confidence: INFERRED }

const leadSlot = (area: Area): SlotDeclaration => ({
  description: `The role that likely leads ${area === 'revops' ? 'revenue operations' : area.replaceAll('_', ' ')}, by the size of the company. Always a guess.`,
  example: `the ${ROLES[area].vp}`,
  fill: (context: SlotContext) => inferred(leadOf(area, context)),
})

export const OWNER_SLOTS: Readonly<Record<string, SlotDeclaration>> = {
  'owner.job': {
    description:
      'The role that the job likely reports to, by its function, its level and the size of the company. Empty for functions without one. Always a guess.',
    example: 'the VP Revenue Operations',
    needs: ['hiring'],
    fill: (context) => {
      const job = jobOf(context)
      return job && inferred(aboveJob(job, context))
    },
  },
  'owner.tool': {
    description: 'The role that likely leads the work that the tool is for. Always a guess.',
    example: 'the VP Marketing',
    needs: ['tool'],
    fill: (context) => inferred(leadOfTool(matchOf(context, 'tool')?.best, context)),
  },
  'owner.dropped': {
    description: 'The same for the tool that was dropped.',
    example: 'the VP Support',
    needs: ['tool'],
    fill: (context) => inferred(leadOfTool(matchOf(context, 'tool', true)?.best, context)),
  },
  'owner.round': {
    description: 'The role that likely says what a round is spent on, by the size of the company. Always a guess.',
    example: 'the CFO',
    fill: (context) => inferred(purseOf(context)),
  },
  ...Object.fromEntries((Object.keys(ROLES) as Area[]).map((area) => [`owner.${area}`, leadSlot(area)])),
}
