// What version 0.1 guessed of a job's title and department. Its guesses are stored like values from a source. A stored value
// that equals the guess counts as guessed: reading the title anew may replace it, and that is no change of the job. So
// these lists stay as they were.

import { wordsOf } from '../../../platform/text/normalise-text.ts'
import { longestPhraseAt, phraseList } from '../../../platform/text/phrases.ts'
import { AI_PHRASES } from '../../tools/index.ts'
import type { JobFunction, Seniority } from '../declarations.ts'

export interface JobGuess {
  readonly function?: JobFunction
  readonly seniority?: Seniority
  readonly ai?: true
}

export function guessOfVersion01(title: string, department: string): JobGuess {
  const jobFunction = functionOf(title) ?? functionOf(department)
  const seniority = seniorityOf(title)
  return {
    ...(jobFunction && { function: jobFunction }),
    ...(seniority && { seniority }),
    ...(phrasesIn(title, AI_PHRASES).length > 0 && { ai: true }),
  }
}

function functionOf(text: string): JobFunction | undefined {
  let [best, most] = ['', 0]
  for (const phrase of phrasesIn(text, FUNCTION_OF_PHRASE)) {
    const length = phrase.split(' ').length
    if (length > most) [best, most] = [phrase, length]
  }
  return FUNCTION_OF_PHRASE.get(best)
}

function seniorityOf(title: string): Seniority | undefined {
  let text = ` ${wordsOf(title).join(' ')} `.replace(/ (assistant to|reporting to|to the) .*/, ' ')
  for (const phrase of NO_SENIORITY) text = text.replaceAll(` ${phrase} `, ' . ')
  return SENIORITY_PHRASES.find(([, phrases]) => phrases.some((phrase) => text.includes(` ${phrase} `)))?.[0]
}

/** The longest phrase at each word. */
function phrasesIn(text: string, phrases: { has(phrase: string): boolean }): string[] {
  const words = wordsOf(text)
  return words.flatMap((_, at) => longestPhraseAt(words, at, phrases) ?? [])
}

const FUNCTION_PHRASES: Readonly<Record<Exclude<JobFunction, 'other'>, readonly string[]>> = {
  engineering: phraseList(`engineer, engineering, engineers, developer, developers, software, software engineer,
    software developer, software architect, programmer, frontend, front end, backend, back end, full stack, fullstack,
    devops, sre, site reliability, platform engineer, qa, quality assurance engineer, test engineer, machine learning,
    machine learning engineer, ml engineer, ai engineer, mlops engineer, firmware, embedded, mobile developer, cto,
    chief technology officer, solution architect, product engineer, growth engineer, design engineer, tech lead,
    technical lead, entwickler, softwareentwickler, ingenieur, développeur, desarrollador`),
  data: phraseList(`data, data engineer, data engineering, data scientist, data science, data analyst, data analytics,
    data architect, data platform engineer, analytics engineer, analytics, bi analyst, bi developer,
    business intelligence, business intelligence analyst, data steward, data governance, chief data officer,
    datenanalyst`),
  product: phraseList(`product, product manager, product management, product owner, product lead, product operations,
    chief product officer, produktmanager`),
  design: phraseList(`designer, design, product designer, product design, ux, ui, ux researcher, user researcher,
    user experience, graphic designer, brand designer, art director, creative director`),
  research: phraseList(`research, researcher, scientist, research scientist, applied scientist, research engineer,
    machine learning researcher, machine learning scientist, ai researcher, chief scientist`),
  security: phraseList(`security, cybersecurity, cyber security, infosec, information security, security engineer,
    security analyst, security architect, penetration tester, application security engineer, ciso`),
  it: phraseList(`it, it support, it manager, help desk, helpdesk, service desk, system administrator, systems administrator,
    sysadmin, network engineer, network administrator, data center technician, cio, chief information officer`),
  sales: phraseList(`sales, seller, account executive, account executives, account manager, sdr, bdr, sales development,
    sales development representative, business development, business development representative, sales engineer,
    sales manager, sales operations, revenue operations, revops, sales enablement, solutions engineer,
    solutions consultant, presales, pre sales, partnerships, partner manager, channel manager, revenue, cro,
    chief revenue officer, inside sales, vertrieb, vertriebsmitarbeiter`),
  marketing: phraseList(`marketing, marketer, growth, growth marketing, product marketing, product marketing manager,
    content marketing, content strategist, content writer, copywriter, seo, demand generation, lead generation,
    brand manager, social media, social media manager, community manager, marketing operations, communications,
    public relations, field marketing, cmo, chief marketing officer`),
  customer_success: phraseList(`customer success, customer success manager, client success, customer success engineer,
    customer experience, onboarding specialist, implementation manager, implementation consultant, renewals manager`),
  support: phraseList(`support, customer support, technical support, support engineer, customer support engineer,
    technical support engineer, customer service, customer care, client support, support specialist, call center,
    kundenservice`),
  operations: phraseList(`operations, ops, business operations, chief of staff, supply chain, logistics, procurement,
    project manager, program manager, office manager, facilities, warehouse, warehouse associate, data entry, coo,
    chief operating officer, executive assistant, administrative assistant, strategy and operations`),
  finance:
    phraseList(`finance, financial, accountant, staff accountant, accounting, controller, fp a, treasury, tax, audit,
    auditor, payroll, billing, financial analyst, finance manager, cfo, chief financial officer, buchhalter`),
  people: phraseList(`people, people operations, hr, human resources, talent, talent acquisition, recruiter, recruiting,
    technical recruiter, engineering recruiter, sales recruiter, people partner, hr business partner,
    learning and development, workplace, chief people officer, chro, personalreferent`),
  legal:
    phraseList(`legal, counsel, general counsel, lawyer, attorney, paralegal, compliance, compliance officer, privacy,
    data protection officer, data privacy, contracts manager, regulatory affairs, clo, chief legal officer`),
}

const FUNCTION_OF_PHRASE: ReadonlyMap<string, JobFunction> = new Map(
  Object.entries(FUNCTION_PHRASES).flatMap(([name, phrases]) =>
    phrases.map((phrase): [string, JobFunction] => [phrase, name as JobFunction]),
  ),
)

/** Phrases whose "manager", "lead", "staff" or "chief" is not a level. */
const NO_SENIORITY = phraseList(`product marketing manager, product manager, account manager, project manager,
  program manager, customer success manager, success manager, community manager, social media manager, partner manager,
  office manager, case manager, lead generation, lead gen, staff accountant, staff nurse, technical staff,
  chief of staff`)

const SENIORITY_PHRASES: readonly (readonly [Seniority, readonly string[]])[] = [
  [
    'intern',
    phraseList('intern, interns, internship, trainee, apprentice, working student, werkstudent, praktikum, stagiaire'),
  ],
  [
    'c_level',
    phraseList('chief, ceo, cto, cfo, coo, cmo, cro, cio, ciso, cpo, chro, caio, founder, co founder, cofounder'),
  ],
  ['vp', phraseList('vp, svp, evp, vice president')],
  ['director', phraseList('director, head, directeur, directora')],
  ['manager', phraseList('manager, managers, supervisor, teamleiter, abteilungsleiter')],
  ['lead', phraseList('lead, principal, staff, team lead, tech lead, distinguished')],
  ['senior', phraseList('senior, sr, sénior')],
  ['junior', phraseList('junior, jr, entry level, graduate, new grad, early career, júnior')],
  ['mid', phraseList('mid, mid level, midlevel, intermediate')],
]
