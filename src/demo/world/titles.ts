// Job titles. The dictionary's fields are looked up once per title, and not once per job.

import { fillFromDictionary } from '../../meaning/signals/index.ts'
import type { FieldValue } from '../../meaning/types/index.ts'

export interface Title {
  readonly jobTitle: string
  /** `function`, `seniority` and `ai`, as far as the title implies them. */
  readonly dictionaryFields: Readonly<Record<string, FieldValue>>
}

const LEVELS = ['', '', 'Junior ', 'Senior ', 'Staff ', 'Lead ']

export const AI_TITLES: readonly Title[] = [
  ...leveled(`Machine Learning Engineer, AI Engineer, Applied Scientist (Machine Learning), Generative AI Engineer,
    LLM Engineer, Computer Vision Engineer, NLP Engineer, MLOps Engineer, AI Platform Engineer, Prompt Engineer`),
  ...titled(`Head of AI, Director of Machine Learning, VP of AI, Chief AI Officer, AI Product Manager, AI Researcher,
    AI Solutions Engineer, AI Customer Success Manager, AI Enablement Lead, AI Governance Counsel, AI Support Engineer,
    Data Scientist (Generative AI), Conversational AI Designer, AI Program Manager, AI Operations Manager,
    Machine Learning Intern, AI Content Strategist, AI Automation Specialist (Operations)`),
]

export const AI_SALES_TITLES: readonly Title[] = titled(`AI SDR, AI SDR, AI SDR Manager, AI BDR, AI BDR,
  AI Sales Development Representative, Senior AI SDR, SDR (AI Outbound), GTM Engineer (AI Sales),
  AI Growth Marketing Manager, Account Executive (AI Products), Head of AI Sales, Director of Sales for AI Products,
  Revenue Operations Manager (AI), AI Sales Engineer, AI Outbound Sales Specialist`)

export const AI_SDR_TITLES: readonly Title[] = AI_SALES_TITLES.filter(({ jobTitle }) => /\bAI SDR\b/.test(jobTitle))

export const PLAIN_TITLES: readonly Title[] = [
  ...leveled(`Software Engineer, Backend Engineer, Frontend Engineer, Full Stack Developer, Site Reliability Engineer,
    Data Engineer, Data Analyst, Analytics Engineer, Product Designer, Security Engineer, Account Executive,
    Customer Success Manager, Financial Analyst, Account Manager`),
  ...titled(`Sales Development Representative, Business Development Representative, Sales Engineer, Sales Manager,
    Head of Sales, VP of Sales, Revenue Operations Manager, Product Manager, Senior Product Manager,
    Director of Product, Product Marketing Manager, Demand Generation Manager, Content Marketing Manager, SEO Specialist,
    Head of Marketing, Social Media Manager, Customer Support Specialist, Technical Support Engineer,
    Support Team Lead, Implementation Consultant, Renewals Manager, Engineering Manager, Director of Engineering,
    VP of Engineering, QA Engineer, Mobile Developer, Data Scientist, Head of Data, Business Intelligence Analyst,
    UX Researcher, Brand Designer, IT Support Technician, System Administrator, Information Security Analyst,
    Technical Recruiter, Talent Acquisition Partner, HR Business Partner, Head of People, Staff Accountant, Controller,
    FP&A Manager, Payroll Specialist, Legal Counsel, Compliance Officer, Paralegal, Supply Chain Planner,
    Logistics Coordinator, Project Manager, Program Manager, Office Manager, Chief of Staff, Operations Analyst,
    Executive Assistant, Procurement Manager, Facilities Manager, Research Scientist, Software Engineering Intern,
    Marketing Intern, Finance Working Student`),
]

function leveled(names: string): Title[] {
  return LEVELS.flatMap((level) => titled(names).map(({ jobTitle }) => title(`${level}${jobTitle}`)))
}

function titled(names: string): Title[] {
  return names.split(/,\s+/).map(title)
}

function title(jobTitle: string): Title {
  let filled: Title['dictionaryFields'] | undefined
  return {
    jobTitle,
    // Computed lazily: reading all titles takes a tenth of a service's startup, and most have no demo team.
    get dictionaryFields() {
      filled ??= fieldsOf(jobTitle)
      return filled
    },
  }
}

function fieldsOf(title: string): Title['dictionaryFields'] {
  const { jobTitle: _, ...dictionaryFields } = fillFromDictionary('hiring', { jobTitle: title })
  return dictionaryFields
}
