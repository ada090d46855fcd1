import type { ReactNode } from 'react'
import type { MonitoredCompanyReply, MonitoringReply } from '../../../contract.ts'
import { formatNumber, pluralize } from '../../../parts/words/format.ts'
import { rich } from '../../../parts/words/rich-text.ts'

type State = MonitoredCompanyReply['state']
type Allowance = MonitoringReply['allowance']

const companies = (value: number) => pluralize(value, 'company', 'companies')

export const texts = {
  tabs: { label: 'Parts of the list', companies: 'Companies', monitoring: 'Monitoring' },
  tabTitle: (name: string) => `${name}: monitoring`,
  lead: 'How far each company is, and what needs a decision.',
  loadFailed: 'Can’t load the monitoring',
  off: {
    title: 'Monitor these companies',
    body: 'We then look at their job boards, websites and filings again and again, and say when a buying window opens.',
    allowance: ({ used, limit }: Allowance) =>
      `${formatNumber(used)} of ${companies(limit)} of your team are monitored.`,
    fits: (entries: number) => `This list has ${companies(entries)}; each counts once.`,
    left: (left: number) =>
      left === 0
        ? 'Nothing is left, so these wait until there is room.'
        : `There is room for ${formatNumber(left)}: the others wait until there is more.`,
    approval: 'The operator of this installation approves each list first.',
    owners: 'Ask an owner of your team to monitor them.',
    start: 'Monitor these companies',
    starting: 'Starting…',
    isOff: 'The operator of this installation has turned off the monitoring of lists (LIST_MONITORING).',
    noCollecting:
      'This installation collects nothing yet, so lists can’t be monitored. The operator sets COLLECT_CONTACT.',
    noAllowance: 'Your team may monitor no companies. The operator can raise the limit watchedCompanies.',
  },
  asked: {
    title: 'Waiting for the operator',
    body: 'The operator of this installation approves lists before their companies are looked at. This page then shows how far each is.',
    withdraw: 'Withdraw',
  },
  on: {
    visited: 'First visits',
    visitedOf: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} looked at`,
    allowance: 'Allowance',
    allowanceOf: ({ used, limit }: Allowance) => `${formatNumber(used)} of ${companies(limit)}`,
    allTeam: 'of your team, over all monitored lists',
    beyond: (value: number) => `${companies(value)} over the limit: left out until there is room.`,
    stop: 'Stop monitoring',
    stopped: 'No longer monitored. What was found stays.',
    isOff: 'The operator has turned off the monitoring of lists: nothing is looked at now.',
    noCollecting: 'This installation collects nothing now (COLLECT_CONTACT is not set).',
  },
  company: {
    table: 'Monitored companies',
    filter: 'Show companies by state',
    all: (value: number) => `All ${formatNumber(value)}`,
    columns: { company: 'Company', state: 'State', types: 'Monitored for', visited: 'Looked at', next: 'Next visit' },
    states: {
      decision: 'Needs your decision',
      operator: 'Waits for the operator',
      board: 'Job board found',
      nothing: 'No public job board',
      unreachable: 'Website doesn’t answer',
      looking: 'Being looked at',
      queued: 'In the queue',
      beyond: 'Over the limit',
      part: 'Part of another website',
    } satisfies Record<State, string>,
    details: {
      decision: 'A board was found that doesn’t say whose it is.',
      operator: 'A board was found that only the operator may accept.',
      nothing: 'The website is looked at all the same.',
      beyond: 'Left out until there is room.',
      part: 'Add the main domain instead.',
    } satisfies Partial<Record<State, string>> as Partial<Record<State, string>>,
    /** `jobs`: undefined before the first visit. */
    board: (boards: readonly string[], jobs: number | undefined) =>
      jobs === undefined ? boards.join(', ') : `${boards.join(', ')} · ${pluralize(jobs, 'open job')}`,
    noTypes: 'Nothing yet',
    firstVisit: (at: ReactNode) => rich`First visit ${at}`,
    notVisited: 'Not yet',
    soon: 'soon',
    none: { title: 'No company is in this state', text: 'Choose another one above.' },
  },
  ready: {
    title: 'Ready when',
    lead: 'What each window can say about the companies of this list, and from when.',
    monitored: (value: number, all: number) => `monitored for ${formatNumber(value)} of ${formatNumber(all)}`,
    speaks: (value: number, all: number) => `Ready for ${formatNumber(value)} of ${companies(all)}`,
  },
  boards: {
    title: 'Boards that need a decision',
    lead: 'Found on the websites of companies that your team monitors. Accepted ones are looked at from now on.',
    label: (kind: string, target: string, company: string) => `${kind} ${target} for ${company}`,
    domain: (target: string) => `Has the website moved to ${target}?`,
    accept: 'Accept',
    reject: 'Reject',
    accepted: (company: string) => `Accepted for ${company}`,
    rejected: (company: string) => `Rejected for ${company}`,
    operator: 'Only the operator can accept this one.',
    owners: 'An owner of your team decides.',
    isCut: 'There are more: they appear when these are decided.',
    failed: 'Can’t load the boards',
  },
}
