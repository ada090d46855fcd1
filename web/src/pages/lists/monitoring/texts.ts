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
  lead: 'Which companies we monitor, what we found first, and what you need to decide.',
  loadFailed: 'Can’t load the monitoring status',
  off: {
    title: 'Monitor these companies',
    body: 'We check their job boards, websites and filings daily or weekly, and tell you when a buying window opens.',
    allowance: ({ used, limit }: Allowance) =>
      `${formatNumber(used)} of ${companies(limit)} of your team are monitored.`,
    fits: (entries: number) => `This list has ${companies(entries)}; each counts once.`,
    left: (left: number) =>
      left === 0
        ? 'Nothing is left, so these wait until there is room.'
        : `There is room for ${formatNumber(left)}: the others wait until there is more.`,
    law: 'What is collected, from whom, and what is stored',
    approval: 'The operator of this service approves each list first.',
    owners: 'Ask an owner of your team to monitor them.',
    start: 'Monitor these companies',
    starting: 'Starting…',
    isOff: 'The operator of this service has turned off monitoring.',
    noCollecting:
      'This service doesn’t collect signals yet, so lists can’t be monitored. Its operator can turn collecting on.',
    noAllowance: 'Your plan includes no monitored companies. The operator of this service can raise the limit.',
  },
  asked: {
    title: 'Waiting for the operator',
    body: 'The operator of this service approves lists first. Then this page shows the progress of each company.',
    withdraw: 'Withdraw',
  },
  on: {
    visited: 'First checks',
    visitedOf: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} checked`,
    allowance: 'Allowance',
    allowanceOf: ({ used, limit }: Allowance) => `${formatNumber(used)} of ${companies(limit)}`,
    allTeam: 'for your team, across all monitored lists',
    beyond: (value: number) => `${companies(value)} over the limit: left out until there is room.`,
    stop: 'Stop monitoring',
    stopped: 'No longer monitored. What was found stays.',
    isOff: 'The operator of this service has turned off monitoring, so nothing is checked now.',
    noCollecting: 'Collecting is turned off on this service, so nothing is checked now. Its operator can turn it on.',
  },
  company: {
    table: 'Monitored companies',
    filter: 'Show companies by state',
    all: (value: number) => `All ${formatNumber(value)}`,
    columns: {
      company: 'Company',
      state: 'State',
      types: 'Monitored for',
      visited: 'Last checked',
      next: 'Next check',
    },
    states: {
      decision: 'Needs your decision',
      operator: 'Waits for the operator',
      board: 'Job board found',
      nothing: 'No public job board',
      unreachable: 'Website doesn’t answer',
      looking: 'Checking',
      queued: 'Queued',
      beyond: 'Over the limit',
      part: 'Part of another website',
    } satisfies Record<State, string>,
    details: {
      decision: 'A board was found that doesn’t say whose it is.',
      operator: 'A board was found that only the operator can accept.',
      nothing: 'We still check the website.',
      beyond: 'Left out until there is room.',
      part: 'Add the main domain instead.',
    } satisfies Partial<Record<State, string>> as Partial<Record<State, string>>,
    /** `jobs`: undefined before the first visit. */
    board: (boards: readonly string[], jobs: number | undefined) =>
      jobs === undefined ? boards.join(', ') : `${boards.join(', ')} · ${pluralize(jobs, 'open job')}`,
    noTypes: 'Nothing yet',
    firstVisit: (at: ReactNode) => rich`First check ${at}`,
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
    lead: 'Found on the websites of companies that your team monitors. Accepted ones are checked from now on.',
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
