// Which links lead to which board.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardAt } from './index.ts'

const LINKS: readonly [link: string, system: string, board: string][] = [
  ['https://boards.greenhouse.io/acme', 'greenhouse', 'acme'],
  ['https://job-boards.greenhouse.io/acme/jobs/4711', 'greenhouse', 'acme'],
  ['https://job-boards.eu.greenhouse.io/acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_board/js?for=acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_app?for=acme&token=4711', 'greenhouse', 'acme'],
  ['https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true', 'greenhouse', 'acme'],
  ['https://jobs.lever.co/Acme/a24ec4e5', 'lever', 'Acme'],
  ['https://jobs.eu.lever.co/acme', 'lever', 'eu:acme'],
  ['https://api.eu.lever.co/v0/postings/acme?mode=json', 'lever', 'eu:acme'],
  ['https://jobs.ashbyhq.com/Acme%20Labs', 'ashby', 'Acme Labs'],
  ['https://jobs.ashbyhq.com/acme/embed?version=2', 'ashby', 'acme'],
  ['https://careers.smartrecruiters.com/Acme1', 'smartrecruiters', 'Acme1'],
  ['https://jobs.smartrecruiters.com/Acme1/743999671674844', 'smartrecruiters', 'Acme1'],
  ['https://apply.workable.com/acme/j/DD136DD7E7/', 'workable', 'acme'],
  ['https://apply.workable.com/api/v1/widget/accounts/acme', 'workable', 'acme'],
  ['https://acme.workable.com/jobs/1', 'workable', 'acme'],
  ['https://acme.recruitee.com/o/engineer', 'recruitee', 'acme.recruitee.com'],
  ['https://acme.jobs.personio.de/job/1', 'personio', 'acme.jobs.personio.de'],
  ['https://acme.teamtailor.com/jobs', 'teamtailor', 'acme.teamtailor.com'],
  ['https://acme.na.teamtailor.com/', 'teamtailor', 'acme.na.teamtailor.com'],
  ['https://acme.wd5.myworkdayjobs.com/External', 'workday', 'acme.wd5.External'],
  ['https://acme.wd103.myworkdayjobs.com/en-US/Careers_EU/job/Berlin/Chef_R-1', 'workday', 'acme.wd103.Careers_EU'],
  ['https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/External/jobs', 'workday', 'acme.wd5.External'],
  ['https://acme.pinpointhq.com/en/postings/4711', 'pinpoint', 'acme.pinpointhq.com'],
  ['https://acme.bamboohr.com/careers/86', 'bamboohr', 'acme.bamboohr.com'],
  ['https://ats.rippling.com/acme/jobs/2f0674e6', 'rippling', 'acme'],
  ['https://ats.rippling.com/en-GB/acme/jobs', 'rippling', 'acme'],
  ['https://api.rippling.com/platform/api/ats/v1/board/acme/jobs', 'rippling', 'acme'],
  ['https://acme.breezy.hr/p/4711-engineer', 'breezy', 'acme.breezy.hr'],
  [
    'https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1',
    'oracle',
    'acme.fa.us2.oraclecloud.com:CX_1',
  ],
  ['https://jobs.acme.example/hcmUI/CandidateExperience/en/sites/Careers/job/7', 'oracle', 'jobs.acme.example:Careers'],
  ['https://careers-acme.icims.com/jobs/8214/payroll-tax-specialist/job', 'icims', 'careers-acme.icims.com'],
  ['https://jobs.jobvite.com/acme/job/octxAfww', 'jobvite', 'acme'],
  ['https://jobs.jobvite.com/careers/acme/jobs', 'jobvite', 'acme'],
  [
    'https://recruiting.paylocity.com/Recruiting/Jobs/All/211E692D-C45A-4E3A-AE01-3E497AF97929/Acme',
    'paylocity',
    '211e692d-c45a-4e3a-ae01-3e497af97929',
  ],
]

test('a link leads to its board', () => {
  for (const [link, system, board] of LINKS) {
    const found = boardAt(new URL(link))
    assert.deepEqual([found?.collector.name, found?.board], [system, board], link)
  }
})

test('what only looks like a board isn’t one', () => {
  for (const link of [
    'https://boards.greenhouse.io/',
    'https://boards.greenhouse.io/embed/job_board/js',
    'https://boards.greenhouse.io/embed/job_board?for=%2e%2e%2fadmin',
    'https://www.greenhouse.io/acme',
    'https://boards.greenhouse.io.evil.example/acme',
    'https://api.lever.co/v0/accounts/acme',
    'https://apply.workable.com/j/DD136DD7E7',
    'https://www.workable.com/acme',
    'https://jobs.workable.com/company/4fWq/jobs-at-acme',
    'https://www.recruitee.com/acme',
    'https://app.recruitee.com/',
    'https://www.personio.com/product',
    'https://support.teamtailor.com/',
    'https://jobs.lever.co/%E0%A4%A',
    'https://acme.example/careers',
    'https://acme.wd5.myworkdayjobs.com/',
    'https://acme.wd5.myworkdayjobs.com/en-US',
    'https://acme.wd5.myworkdayjobs.com/wday/authgwy/acme/login.htmld',
    'https://www.bamboohr.com/careers/',
    'https://www.rippling.com/careers',
    'https://app.breezy.hr/signin',
    'https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/',
    'https://docs.oracle.com/sites/CX_1',
    'https://www.icims.com/company/careers/',
    'https://jobs.jobvite.com/support',
    'https://www.jobvite.com/acme',
    'https://recruiting.paylocity.com/Recruiting/Jobs/Details/4141169',
    'https://www.myworkdayjobs.com/External',
  ]) {
    assert.equal(boardAt(new URL(link)), undefined, link)
  }
})
