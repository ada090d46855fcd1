// Fields that follow from words: a job title implies function, seniority and AI; a tool's name implies product, family,
// vendor, category and AI. Sources leave these fields out more often than not. A value from the source is never
// overwritten. A field that the words don't imply stays absent, because a guess would look like a fact.
//
// Whole words are compared, ignoring case and accents. Text is split at everything that isn't a letter or a digit.
// Precedence:
// - function: the phrase with the most words wins, then the first one in the title ("Sales Engineer" is sales,
//   "Engineer, Sales Tools" is engineering). The department is used only when the title implies nothing.
// - seniority: intern first, then the highest level ("Senior Director" is a director). Phrases that only look like a
//   level are removed beforehand ("Product Manager", "Lead Generation").
// - tool: by the catalogue of tools (features/tools).
// - ai: true for a known AI tool or a text with an AI word, false for any other known tool, else absent. A job title
//   without an AI word says nothing: the job can still be about AI.

import { wordsOf } from '../../platform/normalise-text.ts'
import { readTool } from '../tools/index.ts'
import type { FieldValue, JobFunction, SENIORITIES, SignalType } from './declarations.ts'

/** The AI phrases in a text, normalised, each once, in order of appearance. */
export function aiWordsIn(text: string): string[] {
  const words = wordsOf(text)
  const phrases = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const phrase = longestAt(words, at, AI_PHRASES)
    if (phrase) phrases.add(phrase)
    at += phrase ? phrase.split(' ').length : 1
  }
  return [...phrases]
}

/** The fields with what is missing filled in: `function, seniority, ai` of a job, the fields of the catalogue of a tool. */
export function fillFromDictionary(
  type: SignalType,
  fields: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  if (type === 'hiring') return { ...ofJob(textOf(fields.jobTitle), textOf(fields.department)), ...fields }
  if (type === 'tool') return { ...ofTool(textOf(fields.tool)), ...fields }
  return { ...fields }
}

function ofJob(title: string, department: string): Record<string, FieldValue> {
  const jobFunction = functionOf(title) ?? functionOf(department)
  const seniority = seniorityOf(title)
  return {
    ...(jobFunction && { function: jobFunction }),
    ...(seniority && { seniority }),
    ...(aiWordsIn(title).length > 0 && { ai: true }),
  }
}

function ofTool(name: string): Record<string, FieldValue> {
  const tool = readTool(name)
  return { ...tool, ...(tool.ai !== true && aiWordsIn(name).length > 0 && { ai: true }) }
}

/** The function that a title or a department implies. */
export function functionOf(text: string): JobFunction | undefined {
  const words = wordsOf(text)
  let best: { phrase: string; length: number } | undefined
  for (let at = 0; at < words.length; at++) {
    const phrase = longestAt(words, at, FUNCTION_OF_PHRASE)
    const length = phrase?.split(' ').length ?? 0
    if (phrase && length > (best?.length ?? 0)) best = { phrase, length }
  }
  return best && FUNCTION_OF_PHRASE.get(best.phrase)
}

/** The level that a title implies. */
export function seniorityOf(title: string): (typeof SENIORITIES)[number] | undefined {
  // "Assistant to the CEO" is not at the level of a CEO.
  let text = ` ${wordsOf(title).join(' ')} `.replace(/ (assistant to|reporting to|to the) .*/, ' ')
  for (const phrase of NO_SENIORITY) text = text.replaceAll(` ${phrase} `, ' . ')
  return SENIORITY_PHRASES.find(([, phrases]) => phrases.some((phrase) => text.includes(` ${phrase} `)))?.[0]
}

/** The longest phrase of the list that starts at this word. */
function longestAt(
  words: readonly string[],
  at: number,
  phrases: { has(phrase: string): boolean },
): string | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    if (phrases.has(phrase)) return phrase
  }
  return undefined
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Splits a list at its commas. The phrases are normalised like the texts they are compared with. */
function list(phrases: string): string[] {
  return phrases.split(',').map((phrase) => wordsOf(phrase).join(' '))
}

const AI_PHRASES: ReadonlySet<string> = new Set(
  list(`ai, a.i., artificial intelligence, genai, gen ai, generative, agentic, ai agent, ai agents, machine learning,
    ml, mlops, llmops, deep learning, reinforcement learning, neural network, neural networks, llm, llms,
    language model, language models, large language model, large language models, foundation model, foundation models,
    gpt, chatgpt, copilot, openai, anthropic, mistral ai, hugging face, huggingface, langchain, pytorch, tensorflow,
    nlp, natural language processing, computer vision, speech recognition, prompt engineer, prompt engineering,
    retrieval augmented, text to speech, künstliche intelligenz, intelligence artificielle, inteligencia artificial,
    intelligenza artificiale, kunstmatige intelligentie`),
)

const FUNCTION_PHRASES: Readonly<Record<Exclude<JobFunction, 'other'>, readonly string[]>> = {
  engineering: list(`engineer, engineering, engineers, developer, developers, software, software engineer,
    software developer, software architect, programmer, frontend, front end, backend, back end, full stack, fullstack,
    devops, sre, site reliability, platform engineer, qa, quality assurance engineer, test engineer, machine learning,
    machine learning engineer, ml engineer, ai engineer, mlops engineer, firmware, embedded, mobile developer, cto,
    chief technology officer, solution architect, product engineer, growth engineer, design engineer, tech lead,
    technical lead, entwickler, softwareentwickler, ingenieur, développeur, desarrollador`),
  data: list(`data, data engineer, data engineering, data scientist, data science, data analyst, data analytics,
    data architect, data platform engineer, analytics engineer, analytics, bi analyst, bi developer,
    business intelligence, business intelligence analyst, data steward, data governance, chief data officer,
    datenanalyst`),
  product: list(`product, product manager, product management, product owner, product lead, product operations,
    chief product officer, produktmanager`),
  design: list(`designer, design, product designer, product design, ux, ui, ux researcher, user researcher,
    user experience, graphic designer, brand designer, art director, creative director`),
  research: list(`research, researcher, scientist, research scientist, applied scientist, research engineer,
    machine learning researcher, machine learning scientist, ai researcher, chief scientist`),
  security: list(`security, cybersecurity, cyber security, infosec, information security, security engineer,
    security analyst, security architect, penetration tester, application security engineer, ciso`),
  it: list(`it, it support, it manager, help desk, helpdesk, service desk, system administrator, systems administrator,
    sysadmin, network engineer, network administrator, data center technician, cio, chief information officer`),
  sales: list(`sales, seller, account executive, account executives, account manager, sdr, bdr, sales development,
    sales development representative, business development, business development representative, sales engineer,
    sales manager, sales operations, revenue operations, revops, sales enablement, solutions engineer,
    solutions consultant, presales, pre sales, partnerships, partner manager, channel manager, revenue, cro,
    chief revenue officer, inside sales, vertrieb, vertriebsmitarbeiter`),
  marketing: list(`marketing, marketer, growth, growth marketing, product marketing, product marketing manager,
    content marketing, content strategist, content writer, copywriter, seo, demand generation, lead generation,
    brand manager, social media, social media manager, community manager, marketing operations, communications,
    public relations, field marketing, cmo, chief marketing officer`),
  customer_success: list(`customer success, customer success manager, client success, customer success engineer,
    customer experience, onboarding specialist, implementation manager, implementation consultant, renewals manager`),
  support: list(`support, customer support, technical support, support engineer, customer support engineer,
    technical support engineer, customer service, customer care, client support, support specialist, call center,
    kundenservice`),
  operations: list(`operations, ops, business operations, chief of staff, supply chain, logistics, procurement,
    project manager, program manager, office manager, facilities, warehouse, warehouse associate, data entry, coo,
    chief operating officer, executive assistant, administrative assistant, strategy and operations`),
  finance: list(`finance, financial, accountant, staff accountant, accounting, controller, fp a, treasury, tax, audit,
    auditor, payroll, billing, financial analyst, finance manager, cfo, chief financial officer, buchhalter`),
  people: list(`people, people operations, hr, human resources, talent, talent acquisition, recruiter, recruiting,
    technical recruiter, engineering recruiter, sales recruiter, people partner, hr business partner,
    learning and development, workplace, chief people officer, chro, personalreferent`),
  legal: list(`legal, counsel, general counsel, lawyer, attorney, paralegal, compliance, compliance officer, privacy,
    data protection officer, data privacy, contracts manager, regulatory affairs, clo, chief legal officer`),
}

const FUNCTION_OF_PHRASE: ReadonlyMap<string, JobFunction> = new Map(
  Object.entries(FUNCTION_PHRASES).flatMap(([name, phrases]) =>
    phrases.map((phrase): [string, JobFunction] => [phrase, name as JobFunction]),
  ),
)

/** Phrases whose "manager", "lead", "staff" or "chief" is not a level. */
const NO_SENIORITY = list(`product marketing manager, product manager, account manager, project manager,
  program manager, customer success manager, success manager, community manager, social media manager, partner manager,
  office manager, case manager, lead generation, lead gen, staff accountant, staff nurse, technical staff,
  chief of staff`)

const SENIORITY_PHRASES: readonly (readonly [(typeof SENIORITIES)[number], readonly string[]])[] = [
  [
    'intern',
    list('intern, interns, internship, trainee, apprentice, working student, werkstudent, praktikum, stagiaire'),
  ],
  ['c_level', list('chief, ceo, cto, cfo, coo, cmo, cro, cio, ciso, cpo, chro, caio, founder, co founder, cofounder')],
  ['vp', list('vp, svp, evp, vice president')],
  ['director', list('director, head, directeur, directora')],
  ['manager', list('manager, managers, supervisor, teamleiter, abteilungsleiter')],
  ['lead', list('lead, principal, staff, team lead, tech lead, distinguished')],
  ['senior', list('senior, sr, sénior')],
  ['junior', list('junior, jr, entry level, graduate, new grad, early career, júnior')],
  ['mid', list('mid, mid level, midlevel, intermediate')],
]

const LONGEST_PHRASE = Math.max(
  ...[...AI_PHRASES, ...FUNCTION_OF_PHRASE.keys()].map((phrase) => phrase.split(' ').length),
)
