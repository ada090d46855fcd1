// What one asks, as it stands in the form and in the address. A link to a question fills the form and runs nothing: a
// search costs something, and whoever runs it knows that.

import { type ExploreSearchBody, FUNDING_STAGES, SORTS } from '../../contract.ts'

/** As typed; numbers too, since half of a number is none yet. */
export interface Question {
  readonly query: string
  readonly countries: readonly string[]
  readonly employeesMin: string
  readonly employeesMax: string
  readonly stages: readonly string[]
  readonly industries: readonly string[]
  readonly scoreMin: string
  readonly sort: string
  readonly rows: string
  readonly page: string
}

export const ROWS = ['5', '10', '25', '50']

const DEFAULTS: Question = {
  query: '',
  countries: [],
  employeesMin: '',
  employeesMax: '',
  stages: [],
  industries: [],
  scoreMin: '',
  sort: 'heat',
  rows: '10',
  page: '1',
}
const NAMES = Object.keys(DEFAULTS) as (keyof Question)[]

export function questionIn(parameters: URLSearchParams): Question {
  const found = NAMES.map((name) => {
    const [value, usual] = [parameters.get(name), DEFAULTS[name]]
    if (value === null) return [name, usual]
    return [name, typeof usual === 'string' ? value : value.split(',').filter(Boolean)]
  })
  const question = Object.fromEntries(found) as unknown as Question
  return {
    ...question,
    stages: question.stages.filter((stage) => (FUNDING_STAGES as readonly string[]).includes(stage)),
    sort: SORTS.find((sort) => sort === question.sort) ?? DEFAULTS.sort,
    rows: ROWS.includes(question.rows) ? question.rows : DEFAULTS.rows,
    page: /^[1-9]\d{0,2}$/.test(question.page) ? question.page : DEFAULTS.page,
  }
}

/** What is as usual is left out. */
export function addressOf(question: Question): string {
  const parameters = new URLSearchParams()
  for (const name of NAMES) {
    const [text, usual] = [question[name], DEFAULTS[name]].map(String)
    if (text !== undefined && text !== usual) parameters.set(name, text)
  }
  const text = parameters.toString()
  return `/explore${text && `?${text}`}`
}

/** As the API takes it, and no field that asks for nothing. */
export function bodyOf(question: Question): ExploreSearchBody {
  const { countries, industries, employeesMin, employeesMax, scoreMin, sort, rows, page } = question
  return {
    signal_query: question.query,
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(employeesMin !== '' && { employeesMin: Number(employeesMin) }),
    ...(employeesMax !== '' && { employeesMax: Number(employeesMax) }),
    ...(question.stages.length > 0 && { fundingStages: [...question.stages] as (typeof FUNDING_STAGES)[number][] }),
    ...(industries.length > 0 && { industries: [...industries] }),
    ...(scoreMin !== '' && { adoptionScoreMin: Number(scoreMin) }),
    ...(sort !== DEFAULTS.sort && { sort: sort as (typeof SORTS)[number] }),
    page: Number(page),
    pageSize: Number(rows),
    explain: true,
  }
}

let last = '/explore'
export const rememberAddress = (address: string) => {
  last = address
}
/** Where one was exploring last, for the way back from a dossier. */
export const lastAddress = () => last

const KEY = 'Authorization: Bearer psk_YOUR_KEY'

export function searchCommand(body: ExploreSearchBody): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${location.origin}/api/v1/companies \\\n  -H "${KEY}" \\\n  -H "Content-Type: application/json" \\\n  -d '${json}'`
}

export const dossierCommand = (id: string) => `curl ${location.origin}/api/v1/companies/${id} \\\n  -H "${KEY}"`
