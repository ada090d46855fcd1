// Whom to approach: the role that likely owns what a window is about. It is inferred from the function and the level of the job and
// from the size of the company, so every text with it is marked as a guess. It is a role, and never a person.

import type { Signal } from '../../../meaning/signals/index.ts'
import { isRevenueOperations, jobOf } from './job-choice.ts'
import type { SlotValue } from './note-template.ts'
import { type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'

interface Roles {
  readonly head: string
  readonly vp: string
  readonly chief: string
}

const CEO = 'CEO'
/** Whoever leads a function in a small company, a larger one, and at the top. */
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
} as const satisfies Record<string, Roles>

type Area = keyof typeof ROLES

/** Below this number of people, a founder decides. */
const FOUNDER_BELOW = 30
/** From this number on, functions are led by vice presidents. */
const VP_FROM = 250

/** `employees`: 0 if it isn't known. */
function leadOf(area: Area, employees: number): string {
  if (employees > 0 && employees < FOUNDER_BELOW) return `founder or ${ROLES[area].head}`
  return employees > 0 && employees < VP_FROM ? ROLES[area].head : ROLES[area].vp
}

/** Whom the one who takes the job likely reports to. */
function aboveJob(job: Signal, employees: number): string | undefined {
  const area = areaOf(job)
  if (!area) return undefined
  switch (textOf(job, 'seniority')) {
    case 'c_level':
      return CEO
    case 'vp':
      return employees > 0 && employees < VP_FROM ? CEO : ROLES[area].chief
    case 'director':
      return employees > 0 && employees < VP_FROM ? CEO : ROLES[area].vp
    default:
      return leadOf(area, employees)
  }
}

function areaOf(job: Signal): Area | undefined {
  if (isRevenueOperations(job)) return 'revops'
  const name = textOf(job, 'function')
  return name !== undefined && Object.hasOwn(ROLES, name) ? (name as Area) : undefined
}

/** An inference, however certain the fact is from which it is made. */
const INFERRED = 0.5
const inferred = (text: string | undefined): SlotValue | undefined =>
  text === undefined ? undefined : { text: `the ${text}`, confidence: INFERRED }

const leadSlot = (area: Area): SlotDeclaration => ({
  description: `The role that likely leads ${area === 'revops' ? 'revenue operations' : area.replaceAll('_', ' ')}, by the size of the company. Always a guess.`,
  example: `the ${ROLES[area].vp}`,
  fill: ({ employeeCount }: SlotContext) => inferred(leadOf(area, employeeCount)),
})

export const OWNER_SLOTS: Readonly<Record<string, SlotDeclaration>> = {
  'owner.job': {
    description:
      'The role that the job likely reports to, by its function, its level and the size of the company. Empty for functions without one. Always a guess.',
    example: 'the VP Revenue Operations',
    needs: ['hiring'],
    fill: (context) => {
      const job = jobOf(context)
      return job && inferred(aboveJob(job, context.employeeCount))
    },
  },
  ...Object.fromEntries((Object.keys(ROLES) as Area[]).map((area) => [`owner.${area}`, leadSlot(area)])),
}
