import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebPage } from '../web-page/read-page.ts'
import { readBoardPage } from './board-page.ts'

const data = (node: object) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`

test('whose a board is: titles, employers of its jobs, organizations in its data, and sites, without those of systems', () => {
  const html = `<title>Acme Jobs</title><meta property="og:title" content="Work at Acme"><meta property="og:site_name" content="Acme">
    ${data({ '@type': 'JobPosting', hiringOrganization: { name: 'Acme GmbH', sameAs: 'https://www.acme.example/about' } })}
    ${data({ '@graph': [{ '@type': 'JobPosting', hiringOrganization: 'Acme Ltd' }] })}
    ${data({ '@type': 'Organization', name: 'Acme', sameAs: ['https://www.linkedin.com/company/acme'] })}
    ${data({ '@type': 'Organization', name: 'Ashby', url: 'https://www.ashbyhq.com/' })}
    <a href="https://www.acme.example/">Home</a><a href="https://x.com/acme">X</a><a href="/jobs/1">Chef</a>
    <a href="https://www.ashbyhq.com/privacy">Privacy</a><a href="https://ashbyhq.eu/">Powered by</a>`
  const url = 'https://jobs.ashbyhq.com/acme'
  assert.deepEqual(readBoardPage(readWebPage(html, url), url), {
    titles: ['Acme Jobs', 'Work at Acme', 'Acme'],
    employers: ['Acme GmbH', 'Acme Ltd', 'Acme'],
    employerSites: ['acme.example'],
    sites: ['acme.example'],
  })
})
