// All strings of the explore and dossier pages.

import type { ReactNode } from 'react'
import { formatNumber, formatPercent, formatScore, pluralize } from '../../parts/format.ts'
import { rich } from '../../parts/rich-text.ts'
import type { ScoreComponent } from './score-weights.ts'

const companies = (value: number) => pluralize(value, 'company', 'companies')
const records = (rows: number) => `up to ${pluralize(rows, 'record')} (1 per company shown)`
const DOSSIER_COST = 'costs 1 request and 1 record, and counts toward your daily company limit.'

const scoreComponents: Readonly<Record<ScoreComponent, { readonly name: string; readonly detail: string }>> = {
  intent: { name: 'Intent', detail: 'AI hiring, and funding plus AI' },
  implementation: { name: 'Implementation', detail: 'AI tools, and AI on the website' },
  momentum: { name: 'Momentum', detail: 'AI signals in the last 30 days compared with the 90 days before' },
  readiness: { name: 'Readiness', detail: 'Funding, data roles and data tools' },
}

export const texts = {
  page: {
    title: 'Explore',
    lead: 'Try signal queries here. You get the same results as from the API.',
    form: 'Search',
    search: 'Search',
    searching: 'Searching…',
    copyCurl: 'Copy as curl',
    command: 'Command',
    searchError: 'Search failed',
  },
  start: {
    title: 'Find companies by signal',
    hint: 'Write a query, or start with an example. Choosing one fills the field without running the search.',
    examples: 'Examples',
    notRun: 'Not searched yet',
    notRunHint: 'Opening this link is free. Press Search to run the query.',
  },
  query: {
    label: 'Signal query',
    placeholder: 'hiring(title ~ "AI SDR", within: 30d) AND funding_ai',
    help: 'Suggestions appear as you type. Enter takes the selected one, the arrow keys choose another, and Escape closes the list. Then Enter runs the search.',
    length: (length: number, max: number) => `${formatNumber(length)} of ${pluralize(max, 'character')}.`,
    tooLong: (length: number, max: number) =>
      `${pluralize(length, 'character')}. A query can have at most ${formatNumber(max)}.`,
    suggestions: 'Suggestions',
    suggestionCount: (value: number) => pluralize(value, 'suggestion'),
    use: (replacement: ReactNode) => rich`Use ${replacement}`,
    operators: {
      AND: 'Both. Two types next to each other mean the same; a word next to a type narrows it.',
      OR: 'Either one, or both.',
      NOT: 'Without this signal.',
      THEN: 'The second after the first.',
      WITHIN: 'After THEN: the maximum time between the two, such as 90d.',
    },
  },
  filters: {
    legend: 'Filters',
    any: 'Any',
    countries: 'Countries',
    noCountry: 'No matching country',
    stages: 'Funding stages',
    industries: 'Industries',
    industriesPlaceholder: 'Any, such as logistics_software',
    employeesMin: 'Min employees',
    employeesMax: 'Max employees',
    scoreMin: 'Min AI adoption score',
    scoreMinPlaceholder: 'Any, 0 to 100',
    sort: 'Sort by',
    sorts: { heat: 'Hottest', score: 'Highest score', recent: 'Newest signal' },
    rows: 'Rows per page',
  },
  cost: {
    search: (rows: number) => `A search costs 1 request and ${records(rows)}.`,
    limitReached: (limit: string, time: ReactNode) => rich`Limit reached: ${limit}. You can search again ${time}.`,
    left: (requestCount: number, recordCount: number) =>
      `Left: ${pluralize(requestCount, 'request')} today, ${pluralize(recordCount, 'record')} this month.`,
    tooManyRows: (recordsLeft: number) =>
      `A page of more than ${companies(recordsLeft)} would be rejected. Choose ${formatNumber(recordsLeft)} or fewer rows per page.`,
  },
  results: {
    title: companies,
    lead: `Opening a company ${DOSSIER_COST}`,
    asOf: (time: ReactNode) => rich`Searched ${time}.`,
    found: (total: number) => `${companies(total)} found`,
    none: 'No matching companies',
    noneHint:
      'Try a longer time range, fewer words or fewer filters. If the query has several clauses, the table above shows which one matches least.',
    pageEmpty: 'No results on this page',
    pageEmptyHint: (pages: number) =>
      pages === 1 ? 'There is only 1 page.' : `There are only ${formatNumber(pages)} pages.`,
    table: 'Companies',
    company: 'Company',
    score: 'AI score',
    heat: 'Heat',
    signals: 'Matched signals',
    noSignals: 'None: matched by NOT',
    closed: 'closed,',
  },
  explanation: {
    table: 'Companies matched by each clause alone',
    parsedAs: (query: ReactNode) => rich`Parsed as ${query}`,
    clause: 'Clause',
    matches: 'Matches',
    combined: (query: ReactNode) => rich`Combined: ${query}`,
  },
  pagination: {
    label: 'Pages',
    page: (page: number, pages: number) => `Page ${formatNumber(page)} of ${formatNumber(pages)}.`,
    lastRow: (row: number) => `A search ends at row ${row}.`,
    cost: (rows: number) => `Changing the page costs 1 request, ${records(rows)} and 1 page turn.`,
    left: (turns: number) => `${pluralize(turns, 'page turn')} left this month.`,
    previous: 'Previous',
    next: 'Next',
  },
  dossier: {
    company: 'Company',
    tab: (name: string) => `${name} · Explore`,
    openError: 'Can’t open the dossier',
    confirm: 'Open this dossier?',
    confirmHint: `This ${DOSSIER_COST}`,
    left: (companies: number) => `${pluralize(companies, 'company', 'companies')} left today.`,
    asOf: (time: ReactNode) => rich`Opened ${time}.`,
    open: 'Open dossier',
    website: 'Website',
    country: 'Country',
    employees: 'Employees',
    fundingStage: 'Funding stage',
    industry: 'Industry',
    unknown: 'Unknown',
  },
  slices: {
    title: 'Slices',
    lead: 'The buying windows this company is in, strongest first.',
    empty: 'Not in any slice',
    emptyHint: 'The company doesn’t have the signals that a slice requires.',
    score: (score: number) => `Score ${formatScore(score)}`,
    windowEnds: (time: ReactNode) => rich`window ends ${time}`,
    whyNow: 'Why now:',
    talkingPoints: (value: number) => pluralize(value, 'talking point'),
  },
  signals: {
    title: 'Signals',
    newest: (shown: number, total: number) => `Newest ${formatNumber(shown)} of ${formatNumber(total)}.`,
    all: (total: number) => `${pluralize(total, 'signal')}, newest first.`,
    empty: 'No signals yet',
    emptyHint: 'New signals appear here and in your webhooks.',
    signal: 'Signal',
    type: 'Type',
    when: 'When',
    confidence: 'Confidence',
    percent: formatPercent,
    status: 'Status',
    source: 'Source',
  },
  score: {
    title: 'AI adoption score',
    lead: (day: string, model: string) =>
      `As of ${day}, model ${model}. Each block of a bar is the contribution of one signal.`,
    outOf: 'of 100',
    components: scoreComponents,
    weight: (percent: number) => `${formatPercent(percent / 100)} of the score`,
    bar: (name: string, value: string, signals: number) =>
      `${name}: ${value} of 100, from ${pluralize(signals, 'signal')}`,
    contribution: (signal: string, points: string) => `${signal}: ${points}`,
    table: 'Score contributions',
    signal: 'Signal',
    remainder: (value: number) => pluralize(value, 'further signal'),
    type: 'Type',
    component: 'Component',
    componentPoints: 'Component points',
    scorePoints: 'Score points',
    more: (value: number) => `${pluralize(value, 'smaller contribution')} not shown.`,
    empty: 'This company has no AI signals yet.',
  },
  company: {
    unknownCountry: 'Country unknown',
    employees: (value: number) => pluralize(value, 'employee'),
  },
}
