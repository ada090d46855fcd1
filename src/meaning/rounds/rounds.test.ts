import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { type Instrument, isRumour, readInstrument, variantOfRound } from './index.ts'

const LABELS: Readonly<Record<Instrument, readonly string[]>> = {
  equity: [
    'Raised a Series A of $12M',
    'Raised $3M',
    'Raises $20M to offer loans to SMEs',
    'Raised $10M Series A and $5M venture debt',
    '$30M in equity and debt financing',
    'Raises $80M Series C with a secondary sale',
    'Raises $50M to acquire competitors',
    'Acme, a credit scoring startup, raises $5M',
    'Debt collection startup raises a seed round',
    'Raises $5M from Grant Thornton Ventures',
    'Plattform für Fördermittel sammelt 3 Mio. Euro ein',
    'Sammelt 4 Mio. Euro ein, um Kreditlinien für den Mittelstand zu digitalisieren',
    'Lève 5 M€ pour démocratiser le prêt bancaire',
    'Levanta 3M para simplificar la línea de crédito',
    'Raises $5M in financing',
    'Closes a $5M financing round',
    'Northwind invests $5M in the startup',
    'Northwind Ventures invests $20M in Acme, a maker of warehouse robots',
    'Investiert 4 Mio. Euro in das Startup',
    'Closes $20M financing led by Northwind Ventures',
    'Schließt Finanzierungsrunde über 4 Mio. Euro ab',
    'Lands $5M to simplify the financing of solar roofs',
    'Acme, an invoice financing platform, lands $5M',
    '',
  ],
  debt: [
    'Secures $50M debt facility from Northwind Bank',
    'Raises $15M in venture debt',
    '$30M loan from the EIB',
    'Closes a $25M credit line',
    'Gets $10M revenue-based financing',
    'Issues €50M green bond',
    'Northwind erhält Darlehen über 5 Mio. Euro',
    'Obtient un prêt de 3 M€ de Bpifrance',
    'Consigue un préstamo participativo de 2 millones',
    'Haalt lening van 4 miljoen op',
    'Ottiene un prestito da 2 milioni',
    'Capta 20 milhões em dívida',
    'Kredyt bankowy na 10 mln zł',
    'Emprunte 8 M€ auprès de la BEI',
  ],
  grant: [
    'Acme wins a grant of $2M',
    'Awarded $1.2M SBIR grant',
    'Receives €1M in EU grants',
    'Secures $3M non-dilutive funding',
    'Erhält 1,5 Mio. Euro Fördermittel vom BMBF',
    'Décroche une subvention de 800 k€',
    'Recibe una subvención de 300.000 euros',
    'Obtiene una ayuda de 400.000 euros del CDTI',
    'Ontvangt 500.000 euro subsidie',
    'Riceve 2 milioni a fondo perduto',
    'Otrzymuje 2 mln zł dotacji z NCBR',
  ],
  secondary: [
    'Secondary sale of Series B shares',
    'Employees sell shares in $100M tender offer',
    '$40M secondary transaction',
    'Employees cash out in $50M secondary',
    'Fabrikam sells its stake in Acme for $30M',
  ],
  acquisition: [
    'Acme von Contoso gekauft',
    'Acme is now part of Contoso',
    'Acquired by Northwind for $300M',
    'To be acquired by Contoso',
    'Wird von Contoso übernommen',
    'Rachetée par Contoso',
    'Adquirida por Contoso',
    'Overgenomen door Contoso',
    'Acquisita da Contoso',
    'Przejęta przez Contoso',
  ],
  unknown: [
    'Merges with Northwind',
    'Fusioniert mit Northwind',
    'Invests $20M in a new shipyard',
    'Investiert 40 Mio. Euro in ein neues Werk in Ulm',
    'Invertirá 12 millones en una nueva planta',
    'Contoso to buy Acme in all-cash deal',
    'Acquires Fabrikam for $20M',
    'Northwind acquires Acme',
    'Token sale brings $4M',
    'Secures $5M in financing',
    'Acme closes $12M financing with Northwind',
    'Sichert sich Finanzierung über 4 Mio. Euro',
    'Obtient un financement de 3 M€',
    'Cierra una financiación de 2 millones',
    'Rondt financiering van 4 miljoen af',
    'Ottiene un finanziamento da 2 milioni',
    'Recebe financiamento de 3 milhões',
    'Dostaje finansowanie 10 mln zł',
  ],
}
for (const [instrument, labels] of Object.entries(LABELS)) {
  test(`labels that mean ${instrument}`, () => {
    for (const label of labels) assert.equal(readInstrument('', label), instrument, label)
  })
}

test('the round takes precedence over the label, unless it says nothing about the money', () => {
  const rounds: readonly (readonly [round: string, label: string, instrument: Instrument])[] = [
    ['series_c', 'Secures a $100M loan', 'equity'],
    ['private_equity', '', 'equity'],
    ['convertible_note', '', 'equity'],
    ['post_ipo_debt', 'Raised $40M', 'debt'],
    ['debt_financing', '', 'debt'],
    ['financing', '', 'unknown'],
    ['financing', 'Raised $3M', 'equity'],
    ['bridge', 'Secures $5M in financing', 'equity'],
    ['series_a', 'Secures $5M in financing', 'equity'],
    ['non_equity_assistance', '', 'grant'],
    ['secondary_market', '', 'secondary'],
    ['acquisition', 'Northwind acquires Acme', 'acquisition'],
    ['m_and_a', 'Deal closed', 'acquisition'],
    ['acquisition', 'Acquires Fabrikam', 'unknown'],
    ['bridge', '$5M bridge loan', 'debt'],
    ['bridge', '', 'equity'],
    ['undisclosed', 'Gets a grant from the EIC', 'grant'],
  ]
  for (const [round, label, instrument] of rounds) assert.equal(readInstrument(round, label), instrument, round + label)
})

test('a round that is talked about, planned or hoped for is a rumour', () => {
  for (const label of [
    'Acme soll vor neuer Finanzierungsrunde stehen',
    'In talks to raise $50M Series B',
    'In advanced talks with Northwind about new funding',
    'In talks to be acquired by Contoso',
    'Reportedly raised $50M',
    'Sources say Acme raised $20M',
    'Raised $50M, sources say',
    'Plans to raise a Series C',
    'Seeking $30M in new funding',
    'Acme to raise $40M',
    'Acme eyes $100M round at $1B valuation',
    'Nears a $200M deal with Northwind',
    'Acme, which raised $10M last year, is in talks to raise $50M',
    'Could raise up to $80M',
    'Close to raising $25M',
    'Expected to announce a Series B',
    'Soll 50 Mio. Euro einsammeln',
    'In Gesprächen über Finanzierungsrunde',
    'Plant Finanzierungsrunde über 20 Mio. Euro',
    'En discussions pour lever 30 M€',
    'Aurait levé 10 M€',
    'En negociaciones para una ronda de 20M',
    'Busca levantar 10 millones',
    'In gesprek over ronde van 10 miljoen',
    'Naar verluidt 20 miljoen opgehaald',
    'In trattativa per un round da 10 milioni',
    'Em negociações para captar R$ 50 milhões',
    'Planuje pozyskać 20 mln zł',
  ]) {
    assert.equal(isRumour('', label), true, label)
  }
  assert.equal(isRumour('rumoured_series_b', 'Series B'), true)
})

test('a closed round isn’t a rumour, whatever is planned with it', () => {
  for (const label of [
    'Raised a Series A of $12M',
    'Raised $12M, plans to expand to Germany',
    'Raises $30M, in talks with partners',
    'Has raised $50M, reportedly at a $1B valuation',
    'Raises $20M to raise the bar in payroll',
    'Closes $5M seed; seeking new customers',
    'Closes Series B ahead of IPO',
    'Will use $20M Series B to hire',
    'Acquired by Contoso',
    'Sammelt 4 Mio. Euro ein und plant Expansion',
    'Lève 5 M€ et prévoit de recruter',
    'Levanta 3M y busca talento',
    'Haalt 4 miljoen op en wil uitbreiden',
    'Series B',
  ]) {
    assert.equal(isRumour('', label), false, label)
  }
})

test('"extends", "adds", "top-up" and "second close" are an extension, in the round or in the label', () => {
  const variants: readonly (readonly [label: string, variant: string, round?: string])[] = [
    ['Verlängert Serie A um 4 Mio. Euro', 'extension of series_a'],
    ['Extends Series A with $5M', 'extension of series_a'],
    ['Extends its seed round by $2M', 'extension of seed'],
    ['Adds $10M to Series B', 'extension of series_b'],
    ['Adds another $3M to its seed', 'extension of seed'],
    ['Adds additional $6M in funding', 'extension of '],
    ['Top-up of $4M from existing investors', 'extension of '],
    ['Second close of Series A', 'extension of series_a'],
    ['Upsizes its Series C to $90M', 'extension of series_c'],
    ['Stockt Series A auf 20 Mio. auf', 'extension of series_a'],
    ['Étend sa série A', 'extension of series_a'],
    ['Raised more', 'extension of series_a', 'series_a_extension'],
    ['Raised more', 'extension of series_a', 'series_a_2nd_closing'],
    ['Third close of Series A', 'third_close of series_a'],
    ['Raised a Series A2', 'numbered2 of series_a'],
    ['$12M for its browser extension', 'none'],
    ['Raises $10M, adds Jane as CFO', 'none'],
    ['Extends runway with $5M', 'none'],
    ['Adds 10 new hires after round', 'none'],
    ['Raises $5M to extend its platform', 'none'],
    ['Raised $8M, extends its funding platform to SMEs', 'none'],
  ]
  for (const [label, expected, round = ''] of variants) {
    const variant = variantOfRound(round, label)
    assert.equal(variant ? `${variant.kind}${variant.number ?? ''} of ${variant.of}` : 'none', expected, label)
  }
})

test('the examples of docs/meaning.md are read as the page says', () => {
  const page = readFileSync(new URL('../../../docs/meaning.md', import.meta.url), 'utf8')
  const [instruments = []] = tablesIn(page, 'the label', '`instrument`')
  assert.ok(instruments.length >= 9)
  for (const [label = '', instrument = ''] of instruments) {
    assert.equal(`\`${readInstrument('', label.replaceAll('`', ''))}\``, instrument, label)
  }
  const [rumours = []] = tablesIn(page, 'the label', 'rumour')
  assert.ok(rumours.length >= 6)
  for (const [label = '', rumour] of rumours) assert.equal(isRumour('', label) ? 'yes' : 'no', rumour, label)
})
