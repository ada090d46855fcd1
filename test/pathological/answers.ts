// Answers of a size that are slow to read for a collector that compares everything with everything, or reads text twice.

const repeated = (unit: string, length: number) => unit.repeat(Math.max(1, Math.floor(length / unit.length)))

/** Names the fields that the board systems use, so that each finds its own. */
function entry(nth: number, id: string, text: string) {
  const place = { name: text, location: text, city: text, fullLocation: text, label: text, country: 'DE' }
  return {
    ...{
      id,
      shortcode: id,
      guid: id,
      internal_job_id: nth,
      title: `Engineer ${text}`,
      name: `Engineer ${text}`,
      text: `Engineer ${text}`,
    },
    ...{
      isListed: true,
      department: text,
      location: { ...place, name: `${text} ${nth}` },
      locations: [place],
      secondaryLocations: [place],
    },
    ...{
      categories: { location: `${text} ${nth}`, allLocations: [text] },
      url: `https://acme.example/${nth}`,
      country: 'DE',
    },
    ...{
      content: text,
      description: text,
      descriptionHtml: `<p>${text}</p>`,
      content_html: text,
      descriptionPlain: text,
    },
  }
}

function boardOf(entries: readonly unknown[], isList: boolean): string {
  const board = {
    jobs: entries,
    offers: entries,
    content: entries,
    items: entries,
    totalFound: entries.length,
    title: 'Acme',
  }
  return JSON.stringify(isList ? entries : board)
}

function json(length: number, idOf: (nth: number) => string, text: string, isList = false): string {
  const size = JSON.stringify(entry(1, '1', text)).length * (isList ? 1 : 4)
  return boardOf(
    Array.from({ length: Math.max(1, Math.floor(length / size)) }, (_, nth) => entry(nth, idOf(nth), text)),
    isList,
  )
}

function xml(length: number, text: string): string {
  const position = (nth: number) =>
    `<position><id>${nth % 7}</id><name>Engineer ${text}</name><office>${text} ${nth}</office><department>${text}</department></position>`
  const positions = Array.from({ length: Math.max(1, Math.floor(length / position(1).length)) }, (_, nth) =>
    position(nth),
  )
  return `<workzag-jobs>${positions.join('')}</workzag-jobs>`
}

function rss(length: number, text: string): string {
  const item = (nth: number) =>
    `<item><title>Engineer ${text}</title><guid>${nth % 7}</guid><link>https://acme.example/${nth}</link><description>${text}</description></item>`
  return `<rss><channel>${Array.from({ length: Math.max(1, Math.floor(length / item(1).length)) }, (_, nth) => item(nth)).join('')}</channel></rss>`
}

function postings(length: number, text: string): string {
  const job = (nth: number) => ({
    '@type': 'JobPosting',
    identifier: `${nth % 2}`,
    title: `Engineer ${text}`,
    description: text,
    jobLocation: { address: text },
  })
  const count = Math.max(1, Math.floor(length / JSON.stringify(job(1)).length))
  return `<script type="application/ld+json">${JSON.stringify(Array.from({ length: count }, (_, nth) => job(nth)))}</script>`
}

/** Where the board systems have their list of jobs. */
const LISTS = ['jobs', 'offers', 'content', 'items']

/** As many jobs as possible, all with one id. */
function shortJobs(length: number, list: string): string {
  const job = (nth: number) =>
    `{"id":"1","shortcode":"1","title":"E","name":"E","isListed":true,"city":"a${nth}","location":{"name":"a${nth}"},"locations":[{"city":"b${nth}"}]}`
  const jobs = Array.from({ length: length / job(1_000).length }, (_, nth) => job(nth)).join(',')
  return `{"totalFound":1,"${list}":[${jobs}]}`
}

const SLASHES = '/'.repeat(1_500)

/** By what they are. Each has about this many characters. */
export const ANSWERS: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    LISTS.map((list) => [`${list} of one id`, (length: number) => shortJobs(length, list)] as const),
  ),
  'jobs with much text, of one id': (length) => json(length, () => '1', 'Berlin'),
  'jobs with much text, of one id, as a list': (length) => json(length, () => '1', 'Berlin', true),
  'many jobs': (length) => json(length, String, 'Berlin'),
  'many jobs, as a list': (length) => json(length, String, 'nlp - machine learning, Salesforce or Notion. ', true),
  'long descriptions of AI': (length) => json(length, String, repeated('nlp ---- and machine learning, ', 2_000)),
  'long descriptions of tools': (length) =>
    json(length, String, repeated('Use Salesforce/Notion or a similar Slack. ', 2_000)),
  'long descriptions of marks': (length) => json(length, String, repeated('(gn', 2_000)),
  'positions in XML': (length) => xml(length, 'Berlin'),
  'long positions in XML': (length) => xml(length, repeated('a - &amp; ', 900)),
  'a feed in RSS': (length) => rss(length, 'Berlin'),
  'entities in RSS': (length) => rss(length, repeated('&amp;lt;', 900)),
  'jobs in JSON-LD': (length) => postings(length, 'Berlin'),
  'long jobs in JSON-LD': (length) => postings(length, repeated('train and test, ', 1_000)),
  'a chain of base': (length) => `${repeated(`<base href="${'a'.repeat(50)}/">`, length)}<a href=x>jobs</a>`,
  'links with slashes': (length) => repeated(`<a href="https://acme.example/jobs${SLASHES}x">Jobs</a>`, length),
  'many links': (length) =>
    Array.from({ length: length / 50 }, (_, nth) => `<a href="/jobs/${nth}?page=${nth}">AI jobs at Acme</a>`).join(''),
  'links to boards': (length) =>
    Array.from({ length: length / 50 }, (_, nth) => `<a href="https://jobs.lever.co/a${nth}">Jobs</a>`).join(''),
  'URLs in a script': (length) => `<script>${repeated('"https://a.example/b?c=//', length)}</script>`,
  'open tags': (length) => repeated('<div><p a=', length),
  'open brackets': (length) => repeated('[', length),
  'rules of robots.txt': (length) => repeated('User-agent: GPTBot\nDisallow: /*a*b*c$\n', length),
  'lines of llms.txt': (length) => `# Acme\n${repeated('> [a](https://acme.example/)\n- ', length)}`,
  spaces: (length) => repeated(' ', length),
}
