import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPoolTitle } from './pool-titles.ts'

const POOLS = {
  English: [
    'Open position',
    'Future openings',
    'Talent community',
    'General Application (Berlin)',
    'Talent Pool - Sales',
    'Talent Pool Sales',
    'Candidate Pool Engineering and IT',
    'Your dream job not listed?',
    'Send us your CV',
    'No suitable vacancy?',
    'Open call for talents',
  ],
  German: [
    'Initiativbewerbung (m/w/d)',
    'Initiativbewerbung Vertrieb (gn)',
    'Talentpool',
    'Talentpool Vertrieb',
    'Werde Teil unseres Talentpools',
    'Dein Traumjob ist nicht dabei?',
    'Bewerben Sie sich initiativ',
    'Offene Stellen',
    'Nichts Passendes dabei?',
  ],
  French: ['Candidature spontanée H/F', 'Vivier de talents - Commerce', 'Opportunités futures'],
  Spanish: ['Envíanos tu CV', 'Bolsa de candidatos', 'Candidatura espontánea', 'Bolsa de trabajo', 'Futuras vacantes'],
  Dutch: ['Solliciteer spontaan', 'Open sollicitatie', 'Talentenpool', 'Toekomstige vacatures'],
  Portuguese: ['Candidatura espontânea', 'Banco de Talentos - Vendas', 'Vagas futuras'],
  Italian: [
    'Inviaci il tuo CV',
    'Candidatura libera',
    'Candidatura spontanea',
    'Posizioni aperte',
    'Autocandidatura Marketing',
  ],
  Polish: ['Wyślij nam swoje CV', 'Aplikacja spontaniczna', 'Pula talentów', 'Przyszłe rekrutacje'],
}
for (const [language, titles] of Object.entries(POOLS)) {
  test(`pools and speculative posts aren't jobs, in ${language}`, () => {
    for (const title of titles) assert.ok(isPoolTitle(title), title)
  })
}

test('pools in the words of boards, and jobs that sound like them', () => {
  const prospects = [
    'Open Application',
    'Initiativbewerbung (m/w/d)',
    'Talent Community',
    'Join our Talent Network',
    'Open sollicitatie',
    'Initiativbewerbung Vertrieb (gn)',
    'Talent Pool - Sales',
    'General Application (Berlin)',
    'Open Application @ Acme',
    'Unsolicited application to Acme',
    'Expression of Interest – Engineering',
    'Uopfordret ansøgning',
    "Can't find the right role?",
  ]
  for (const title of prospects) assert.ok(isPoolTitle(title), title)
  for (const title of [
    'General Manager',
    'Application Engineer',
    'Talent Partner',
    'Head of Talent',
    'Open Source Engineer',
    'Talent Pool Manager',
    'Recruiter - Talent Community',
    'Open Role: Account Executive',
    'General Applications Chemist',
    'Open Position: Chef',
    'Responsable vivier de talents',
  ])
    assert.ok(!isPoolTitle(title), title)
})

test('managing a pool is a job', () => {
  for (const title of [
    'Talent Pool Manager',
    'Talent Pool Sales Manager',
    'Talent Community Lead',
    'Bewerbungsmanager',
  ]) {
    assert.ok(!isPoolTitle(title), title)
  }
})
