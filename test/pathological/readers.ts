// How the functions of reading-functions.ts are called that need more than a text, those that don't read text from outside,
// and those whose text may be long.

import { Type } from 'typebox'
import { ownForms } from '../../src/collect/collectors/discovery/name-forms.ts'

type Call = (...values: unknown[]) => unknown

const NOW = 1_790_000_000
const AT = { position: 0, length: 1 }
const OWN_FORMS = ownForms({ names: ['Acme'], domains: ['acme.example'] })
const SENTENCE_CONTEXT = { today: '2026-09-21', isIndustry: (slug: string) => slug === 'fintech' }

/** By `file name`. */
export const ARGUMENTS: Readonly<Record<string, (call: Call, text: string) => unknown>> = {
  'src/deliver/alerts/searches/destination.ts readDestination': (call, text) => {
    call(`mail:${text}`, { allowLoopback: false, mailer: {} })
  },
  'src/http/docs/document.ts pageOf': (call, text) => call(text, text),
  'src/deliver/crm/clients/crm.ts shortened': (call, text) => call(text, [text, 'a secret']),
  'src/deliver/crm/clients/salesforce-session.ts salesforceOrigin': (call, text) => call(text, false),
  'src/api/slices/notes/company-notes.ts readNote': (call, text) => call(`{job.title}[${text}`, ['hiring'], () => {}),
  'src/api/slices/notes/open-job-choice.ts inFunction': (call, text) => call(text, []),
  'src/api/slices/notes/phrases.ts outsideText': (call, text) => call(text, 80),
  'src/api/slices/notes/phrases.ts quotedText': (call, text) => call(text, 80),
  'src/api/slices/notes/slots.ts slotProblem': (call, text) => call(text, ['hiring']),
  'src/collect/collectors/bamboohr/bamboohr.ts readBamboohr': (call, text) => call(text, 'acme.bamboohr.com'),
  'src/collect/collectors/icims/icims.ts readIcims': (call, text) => call(text, 'https://acme.icims.com/jobs/search'),
  'src/collect/collectors/jobvite/jobvite.ts readJobvite': (call, text) =>
    call(text, 'https://jobs.jobvite.com/acme/jobs', 'acme'),
  'src/collect/collectors/oracle/oracle.ts readOracle': (call, text) => call(text, 'acme.fa.us2.oraclecloud.com:CX_1'),
  'src/collect/collectors/oracle/oracle.ts readOracleDetail': (call, text) =>
    call(text, { id: '1', title: text, places: [] }),
  'src/collect/collectors/page-boards/page-board.ts readLinks': (call, text) =>
    call(text, 'https://acme.example/', () => undefined),
  'src/collect/collectors/pinpoint/pinpoint.ts readPinpoint': (call, text) => call(text, 'acme.pinpointhq.com'),
  'src/collect/collectors/workday/workday.ts readWorkday': (call, text) =>
    call(text, 'https://acme.wd5.myworkdayjobs.com/External'),
  'src/collect/collectors/owner-names.ts fitsDomain': (call, text) => call(text, [text, 'acme.example']),
  'src/collect/collectors/owner-names.ts sharesName': (call, text) =>
    call(text, { names: [text, 'Acme'], domains: ['acme.example'] }),
  'src/collect/collectors/announcements/announcement-text.ts segmentOf': (call, text) => call(text, ['acme', 'a']),
  'src/collect/collectors/announcements/read-announcement.ts mayAnnounce': (call, text) =>
    call(text, { name: 'Acme', domain: 'acme.example', aliases: [] }),
  'src/collect/collectors/announcements/read-feed.ts readFeed': (call, text) => {
    call(text, 'https://acme.example/')
    call(`<rss><channel><item><title>${text}</title><link>/a</link></item></channel></rss>`, 'https://acme.example/')
  },
  ...Object.fromEntries(
    ['newsOnPage', 'readArticle'].map((name) => [
      `src/collect/collectors/announcements/read-news-page.ts ${name}`,
      (call: Call, text: string) => call(text, 'https://acme.example/news'),
    ]),
  ),
  'src/collect/collectors/companies-house/companies-house.ts roundsOf': (call, text) =>
    call('01234567', [{ id: text, at: NOW }], NOW),
  'src/collect/collectors/discovery/board-names.ts judgeName': (call, text) => call(text, OWN_FORMS),
  'src/collect/collectors/discovery/board-names.ts judgeTitle': (call, text) => call(text, OWN_FORMS, 'lever'),
  'src/collect/collectors/legal-entities/read-legal.ts readLegalPage': (call, text) =>
    call(text, { names: ['Acme'], domains: ['acme.example'] }, { seat: true }),
  'src/collect/collectors/dns/dns.ts readDns': (call, text) => call('acme.example', [text], [text]),
  'src/collect/collectors/job-boards/job-words.ts workplaceByFlags': (call, text) => call(text, text),
  'src/collect/collectors/job-boards/read-json.ts promisedList': (call, text) => call([text], 'The board'),
  'src/collect/collectors/job-boards/read-json.ts readJson': (call, text) => call(text, 'The board'),
  'src/collect/collectors/job-boards/read-xml.ts readXml': (call, text) => call(`<a>${text}</a>`, 'a'),
  'src/collect/collectors/job-posting/read-page.ts readJobPage': (call, text) => call(text, 'https://acme.example/'),
  'src/collect/collectors/personio/personio.ts readPersonio': (call, text) => call(text, 'acme.jobs.personio.de'),
  'src/collect/collectors/subprocessors/read-subprocessors.ts readSubprocessors': (call, text) =>
    call(`<title>Subprocessors</title><table><tr><td>${text}</td></tr></table><ul><li>${text}</ul>`, {
      name: 'Acme',
      domain: 'acme.example',
      aliases: [],
    }),
  'src/collect/collectors/subprocessors/read-lines.ts readTitle': (call, text) => call(text, undefined, 'listed'),
  'src/collect/collectors/subprocessors/vendor-products.ts productByPurpose': (call, text) => call('google', text),
  'src/collect/collectors/subprocessors/vendor-products.ts productsNamedIn': (call, text) =>
    call(text, { vendor: 'Google', slug: 'google' }),
  'src/collect/collectors/web-page/read-page.ts readWebPage': (call, text) => call(text, 'https://acme.example/'),
  ...Object.fromEntries(
    ['isLeft', 'isNegated', 'isElsewhere'].map((name) => [
      `src/meaning/descriptions/mention-cues.ts ${name}`,
      (call: Call, text: string) => call(text, text, text, text),
    ]),
  ),
  'src/meaning/descriptions/mention-kinds.ts mentionKinds': (call, text) => {
    const tool = { slug: 'jira', name: 'Jira', vendor: 'Atlassian', family: 'jira', category: undefined, websites: [] }
    const places = Array.from({ length: 50 }, (_, i) => Math.floor((i * text.length) / 50))
    call(
      text,
      places.map((at) => ({ tool, at, end: at + 1 })),
      'other',
    )
  },
  'src/meaning/titles/clean-title.ts withoutParts': (call, text) => call(text, () => false),
  'src/meaning/titles/employer-name.ts withoutEmployer': (call, text) => {
    call(text, { names: ['Acme'], domains: ['acme.example'] })
    call(text, { names: [text.slice(0, 3)], domains: [] })
  },
  'src/meaning/descriptions/others-cues.ts isOfOthers': (call, text) => call(text, text, text),
  'src/meaning/descriptions/theirs-cues.ts isTheirs': (call, text) => call(text, text, text),
  'src/meaning/descriptions/use-cues.ts showsUse': (call, text) => call(text, text),
  'src/query/sentences/read-search-text.ts readSearchText': (call, text) => call(text, SENTENCE_CONTEXT),
  'src/query/sentences/read-sentence.ts readSentence': (call, text) => call(text, SENTENCE_CONTEXT),
  'src/query/tree/company-facts.ts companyFact': (call, text) => call(text, AT, ':', text),
  'src/search/values/values-view.ts nearestValues': (call, text) =>
    call(
      text,
      Array.from({ length: 1_000 }, (_, i) => ({ value: `${text.slice(0, 10)}${i}`, count: 1 })),
    ),
  'src/outbound/addresses.ts whyForbidden': (call, text) => call(text, { allowLoopback: false }),
  'src/outbound/endpoint-url.ts checkEndpointUrl': (call, text) => call(text, { allowLoopback: false }),
  'src/deliver/sending/excerpt.ts hide': (call, text) => call(text, 'aaaaaaaa'),
  'src/outbound/retry-after.ts parseRetryAfter': (call, text) => call(text, 0),
  'src/meaning/signals/parse/parse-company.ts parseSignalCompany': (call, text) =>
    call({ domain: text, name: text }, NOW),
  'src/meaning/signals/parse/parse-record.ts parseRecord': (call, text) => {
    call({ type: 'hiring', company: text, source: text, key: text, label: text, jobTitle: text, location: text }, NOW)
    call({ type: 'hiring', company: 'acme.example', source: 'x', key: 'k', jobTitle: text.slice(0, 500) }, NOW)
    call({ type: 'tool', company: 'acme.example', source: 'x', key: 'k', tool: text.slice(0, 500) }, NOW)
    call({ type: 'funding', company: 'acme.example', source: 'x', key: 'k', round: text.slice(0, 500) }, NOW)
  },
  ...Object.fromEntries(
    ['Text', 'Slug', 'Country', 'Number', 'Integer', 'Boolean', 'Confidence', 'Time', 'Date', 'Url', 'Domain'].map(
      (kind) => [
        `src/meaning/signals/parse/parse-values.ts parse${kind}`,
        (call: Call, text: string) => call(text, 'field', NOW),
      ],
    ),
  ),
  'src/meaning/signals/parse/parse-values.ts parseDomains': (call, text) => call([text], 'field'),
  'src/meaning/signals/parse/parse-values.ts parseEnum': (call, text) => call(text, 'field', ['sales', 'marketing']),
  'src/meaning/signals/parse/parse-values.ts parseTexts': (call, text) => call([text], 'field'),
  'src/deliver/alerts/searches/own-searches.ts assertMaySendTo': (call, text) =>
    call(`mail:${text}`, { role: 'member', email: text }),
  'src/http/own-host.ts isOwnName': (call, text) => call(text, [text.slice(1)]),
  'src/http/validate/query-string.ts readParameter': (call, text) => call(text, text, Type.Number()),
  'src/platform/text/edit-distance.ts editDistance': (call, text) => call(text, `${text.slice(2)}xx`, 3),
  'src/platform/text/edit-distance.ts nearest': (call, text) => call(text, [text.slice(1), `x${text}`, 'sales']),
  'src/platform/text/parse-html.ts parseHtml': (call, text) => call(text, {}),
  'src/platform/text/trim.ts trim': (call, text) => call(text, ' .'),
  'src/platform/text/trim.ts trimEnd': (call, text) => call(text, '/'),
}

/** Why a function is not called. */
export const NOT_FROM_OUTSIDE: ReadonlyMap<string, string> = new Map([
  ...because('writes: it reads no text', [
    'src/deliver/alerts/addresses/addresses.ts questionMail',
    'src/deliver/alerts/messages/mute-links.ts alertLinks',
    'src/collect/collectors/board-key.ts boardKey',
    'src/collect/collectors/job-posting/job-posting.ts postingsTarget',
    'src/collect/collectors/subprocessors/find-list.ts askList',
    'src/collect/collectors/subprocessors/find-list.ts findList',
    'src/collect/collectors/subprocessors/subprocessors.ts listSignals',
    'src/collect/collectors/subprocessors/vendor-products.ts toolNameOf',
    'src/deliver/firehose/states/pause-mails.ts pausedMail',
    'src/ingest/formats/chunks.ts unreadableSource',
    'src/query/sentences/sentence-state.ts notUnderstood',
    'src/query/tree/errors.ts invalidQuery',
    'src/search/postgres/query-sql.ts countSql',
    'src/search/values/values-view.ts keyOf',
    'src/search/clickhouse/clause-sql.ts factLine',
    'src/deliver/sending/payload.ts eventIdOf',
    'src/deliver/sending/rotation.ts rotatedSecret',
    'src/http/errors.ts sendError',
  ]),
  ...because('takes a name of our own and checks a number', [
    'src/deliver/firehose/webhooks/check-webhook.ts checkLimit',
    'src/search/filters/read-filters.ts rangeProblems',
  ]),
  ...because('takes the name of a file, or what the operator has set', [
    'src/http/docs/document.ts readDocument',
    'src/ingest/uploads/upload-source.ts sampleSource',
    'src/ingest/uploads/upload-source.ts uploadSource',
    'src/search/clickhouse/connection.ts serverOf',
    'src/search/clickhouse/tables.ts buildTable',
    'src/search/clickhouse/tables.ts identityOf',
    'src/search/index-engine/layout/sharding.ts removeOtherSnapshots',
    'src/search/index-engine/layout/sharding.ts snapshotFile',
    'src/search/index-engine/layout/snapshot.ts readSnapshot',
    'src/search/index-engine/layout/snapshot.ts writeSnapshot',
    'src/meaning/signals/parse/currencies.ts readCurrencyTable',
    'src/meaning/tools/catalogue-format.ts checkToolList',
    'src/meaning/tools/current-catalogue.ts readToolsFile',
    'src/platform/config/make-folders.ts makeFolders',
    'src/platform/config/secret-file.ts readOrCreateSecretFile',
    'src/platform/config/secret-file.ts readSecretFile',
    'src/platform/config/secret-file.ts writeSecretFile',
    'src/platform/text/unknown-names.ts describeUnknownName',
    'src/platform/config/version.ts compareVersions',
    'src/platform/free-bytes.ts freeBytes',
  ]),
  ...because('takes a query of a saved search, which was parsed when it was saved', [
    'src/deliver/alerts/messages/not-monitored.ts statedNotMonitored',
  ]),
  ...because('takes filters that are validated after it', [
    'src/deliver/alerts/searches/read-definition.ts withStated',
  ]),
  ...because('takes a type and conditions of a query that was parsed', ['src/query/parse/print.ts printConditions']),
  ...because('fills a template of our own', ['src/api/slices/definition/fill-template.ts filledWeights']),
  ...because('takes a country code of our own', ['src/api/slices/notes/phrases.ts countryPhrase']),
])

function because(reason: string, names: readonly string[]): [string, string][] {
  return names.map((name) => [name, reason])
}
