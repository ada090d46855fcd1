// Words about signals: verbs and nouns that name a type, and the words next to them.

import type { JobFunction, Seniority } from '../../closed-sets/signals.ts'
import { type FoundPhrase, PhraseTable } from './phrase-table.ts'

/** What a verb or noun begins. */
export type Head =
  | 'hiring'
  | 'funding'
  | 'investors'
  | 'rumour'
  | 'uses'
  | 'adopted'
  | 'dropped'
  | 'asked'
  | 'launched'
  | 'removed'
  | 'velocity'
  | 'team growth'
  | 'expanding'

/** Words that begin a clause. What they are about follows. */
export const VERBS = new PhraseTable<Head>([
  [
    'hiring',
    `hiring, hire, hires, hired, recruiting, recruit, recruits, looking for, looking to hire, look for, searching for,
    seeking, wants to hire, want to hire, wanting to hire, trying to hire, need to hire, posted, posting, advertising,
    hiring for, are hiring for, recruiting for, in the market for, who need, that need, opened a job for, opened a position for,
    opened a role for, opened jobs for, opened positions for, opened roles for, opened a req for, posted a job for, posted jobs for,
    advertised for, with an opening for, with openings for, have an opening for, has an opening for, have openings for`,
  ],
  [
    'funding',
    `raised, raises, raise, raising, funded, got funded, got funding, received funding, secured funding, have raised,
    has raised, fundraised, closed funding, took funding`,
  ],
  [
    'rumour',
    `rumoured to be raising, rumored to be raising, rumoured to raise, rumored to raise, rumoured to have raised,
    rumored to have raised, said to be raising, reportedly raising, reportedly raised, in talks to raise,
    planning to raise, plan to raise, plans to raise, about to raise, looking to raise, hoping to raise, trying to raise,
    in talks for, rumours of, rumors of`,
  ],
  [
    'investors',
    'portfolio companies of, backed by, funded by, invested in by, investment from, money from, funding from',
  ],
  [
    'uses',
    `use, uses, using, used, have used, has used, run, runs, running, running on, run on, runs on, work with, works with, working with, built on,
    build on, builds on, powered by, that have, users of, customers of, customer of, user of, rely on, relies on,
    relying on, building with, builds with, build with, built with, building on, building on top of, built on top of,
    developing with, develop with`,
  ],
  [
    'adopted',
    `adopted, adopt, adopting, adopts, switched to, switching to, moved to, moving to, migrated to, migrating to,
    rolled out, rolling out, implemented, implementing, bought, started using, start using, began using, introduced,
    signed up for, installed`,
  ],
  [
    'dropped',
    `dropped, dropping, stopped using, stop using, moved away from, moving away from, moved off, moving off, got rid of,
    getting rid of, switched from, switching from, switched away from, switched off, migrated from, moved from, moving from, migrated off,
    migrated away from, migrating from, migrating off, replaced, replacing, ditched, ditching, abandoned, left,
    no longer use, no longer uses, no longer using, used to use, used to run, used to be on, previously used,
    formerly used, once used, former users of, former user of, former customers of, ex users of, ex-users of, no longer on, no longer run,
    no longer runs, no longer running, quit, churned from, sunset`,
  ],
  ['asked', 'asking for, asks for, ask for, requiring, requires, require'],
  [
    'launched',
    `launched, launch, launches, launching, released, added, shipped, published, put up, went live with, announced, announcing,
    unveiled, unveiling, debuted, presented`,
  ],
  ['removed', 'removed, took down'],
  [
    'velocity',
    `hiring fast, hiring quickly, hiring rapidly, hiring aggressively, hiring a lot, hiring like crazy, hiring faster,
    hiring spree, on a hiring spree, hiring surge, hiring surges, surge in hiring, hiring boom, hiring velocity,
    accelerating hiring, hiring heavily, staffing up, hiring more than usual, hiring more than ever, growing fast, growing quickly,
    growing rapidly, grow fast, grow quickly`,
  ],
  [
    'team growth',
    `ramping up, ramped up, scaling up, scaling, growing, grew, expanding their, building out, building up, doubling,
    doubling down on, stepping up, accelerating`,
  ],
  [
    'expanding',
    `expanding to, expanding into, expanded to, expanded into, entering, opening an office in, opened an office in, opened a new office in, opened their first office in, opens an office in,
    setting up an office in, set up an office in, setting up in,
    opening their first office in, opening a new office in, opening in, launching in, launched in`,
  ],
])

/** Nouns that name a type, preceded by what they are about, or followed by it with a preposition. */
export const JOB_NOUNS = new Set(
  `jobs job roles role openings opening positions position vacancies vacancy postings posting requisitions
  hires hire seats`.split(/\s+/),
)
export const FUNDING_NOUNS = new Set(
  `funding round rounds investment money capital cash fundraise fundraising financing raise funds`.split(/\s+/),
)
export const TOOL_NOUNS = new Set(
  'users user customers customer shops shop stores store merchants merchant adopters'.split(' '),
)

/** After a part of a company they refer to its people: "data people", "sales team". */
export const PEOPLE = new Set(
  `people person persons staff team teams talent talents folks department hires hire roles role jobs job positions
  position openings opening vacancies vacancy professionals hiring recruiting headcount employees`.split(/\s+/),
)
/** The same for people who lead it. */
export const LEADERS = new Set('leader leaders leadership executive executives exec execs'.split(' '))
export const LEADER_LEVELS: readonly Seniority[] = ['director', 'vp', 'c_level']

/** A part of the company. A job with a name of its own ("data engineers") is words instead. */
export const FUNCTIONS = new PhraseTable<JobFunction>([
  ['engineering', 'engineering, software engineering, software development, tech'],
  ['data', 'data'],
  ['product', 'product'],
  ['design', 'design'],
  ['research', 'research, r&d'],
  ['security', 'security, infosec, information security'],
  ['it', 'it'],
  ['sales', 'sales'],
  ['marketing', 'marketing'],
  ['customer_success', 'customer success'],
  ['support', 'support, customer support, customer service'],
  ['operations', 'operations, ops'],
  ['finance', 'finance, accounting'],
  ['people', 'hr, human resources, people ops'],
  ['legal', 'legal, compliance'],
])
/** A person who works there, in any job. */
export const WORKERS = new PhraseTable<JobFunction>([
  ['engineering', 'engineers, engineer, developers, developer, devs, dev, programmers, coders'],
  ['design', 'designers, designer'],
  ['research', 'researchers'],
  ['sales', 'salespeople, salesperson, sellers, salesmen'],
  ['marketing', 'marketers, marketer'],
  ['legal', 'lawyers, lawyer'],
])
export const LEVELS = new PhraseTable<Seniority>([
  ['intern', 'intern, interns, internships, internship'],
  ['junior', 'junior'],
  ['senior', 'senior'],
  ['c_level', 'c-level, c-suite'],
])

export const WORKPLACES = new PhraseTable<string>([
  ['remote', 'remote, remotely, fully remote, remote-first, work from home'],
  ['hybrid', 'hybrid'],
  ['onsite', 'onsite, on-site, on site, in office, in-office'],
])
export const EMPLOYMENT = new PhraseTable<string>([
  ['part_time', 'part-time, part time'],
  ['full_time', 'full-time, full time'],
  ['contract', 'contract, contractors, freelance, freelancers'],
  ['temporary', 'temporary, temp'],
])

export const PAGES = new PhraseTable<string>([
  [
    'ai_chat_widget',
    `ai chatbot, chatbot, chat bot, ai chat bot, ai chat, ai chat widget, chat widget, chatbots, ai chatbots, ai chat widgets,
    ai bot`,
  ],
  ['ai_product_page', 'ai product page, ai product pages, ai product, ai products, ai page, ai landing page'],
  ['ai_feature', 'ai feature, ai features, ai functionality'],
  ['llms_txt', 'llms.txt, llms txt, llms.txt file, llm.txt'],
  ['mcp_endpoint', 'mcp server, mcp servers, mcp endpoint, mcp endpoints, mcp'],
  ['ai_crawler_policy', 'ai crawler policy, ai crawler rules, ai crawlers, rules for ai crawlers'],
])

/** What a company launches, and otherwise uses: "launched an AI assistant" is about a page, "using an AI assistant" about a tool. */
const LAUNCHED = new PhraseTable<string>([
  [
    'ai_product_page',
    `ai assistant, ai assistants, ai agent, ai agents, ai copilot, ai copilots, copilot, copilots, ai platform, ai app, ai apps, ai tool,
    ai tools, ai suite, ai solution, ai solutions, ai service, ai services, ai search, ai model, ai models, agentic ai, generative ai, genai,
    generative ai product, generative ai products, ai`,
  ],
])

export function launchedAt(words: readonly string[], at: number): FoundPhrase<string> | undefined {
  return PAGES.at(words, at) ?? LAUNCHED.at(words, at)
}

export const CATEGORIES = new PhraseTable<string>([
  ['crm', 'crm, crm system, crms'],
  ['data_warehouse', 'data warehouse, data warehouses, warehouse, dwh'],
  ['marketing_automation', 'marketing automation'],
  ['sales_engagement', 'sales engagement, sales engagement tool'],
  ['customer_support', 'helpdesk, help desk, ticketing system, customer support tool, support tool'],
  ['applicant_tracking', 'ats, applicant tracking system, applicant tracking'],
  ['business_intelligence', 'bi tool, bi tools, business intelligence, bi'],
  ['customer_data_platform', 'cdp, customer data platform'],
  ['vector_database', 'vector database, vector db, vector databases'],
  ['ml_platform', 'ml platform, machine learning platform'],
  ['ai_framework', 'ai framework, ai frameworks'],
  ['llm', 'llm, llms, large language model, large language models'],
  ['ai_coding', 'ai coding tool, ai coding tools, ai coding assistant, coding assistant, coding assistants'],
  ['ai_assistant', 'ai assistant, ai assistants'],
  ['erp', 'erp, erp system'],
  ['cms', 'cms, content management system'],
  ['product_analytics', 'product analytics'],
  ['web_analytics', 'web analytics'],
  ['data_pipeline', 'etl, etl tool, data pipeline tool'],
  ['observability', 'observability tool, observability, monitoring tool'],
  ['project_management', 'project management tool, project management'],
  ['live_chat', 'live chat'],
  ['ecommerce', 'shop system, e-commerce platform, ecommerce platform'],
  ['payments', 'payment provider, payments provider'],
  ['conversation_intelligence', 'conversation intelligence'],
])

/** After a job or a page they only say that it exists. */
export const POSTED = new Set(
  'posted published advertised opened available listed launched live wanted needed'.split(' '),
)

/** Words for AI that are neither a title nor a product. */
export const AI_WORDS = new Set(['ai', 'artificial intelligence', 'genai', 'generative ai', 'gen ai'])
