// A post that collects applications for future openings is not a job: speculative applications, talent pools, future
// openings. pools.json has the phrases by language, as words without case and accents:
//
//   anywhere  says it wherever it stands: "Initiativbewerbung Vertrieb"
//   for       is a pool, and what it is for may follow: "Talent Pool - Sales". "Talent Pool Manager" is a job.
//   alone     is no job if nothing follows: "Open Position". "Open Position: Chef" is a job.
//   begins    "Don't see your role?"

import { LruMap } from '../../platform/lru-map.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import { cleanTitle } from './clean-title.ts'
import phrases from './pools.json' with { type: 'json' }

const languages = Object.values(phrases)
const ANYWHERE = languages.flatMap(({ anywhere }) => anywhere).map((phrase) => ` ${phrase} `)
const FOR: ReadonlySet<string> = new Set(languages.flatMap((each) => each.for))
const ALONE: ReadonlySet<string> = new Set(languages.flatMap(({ alone }) => alone))
const BEGINS = languages.flatMap(({ begins }) => begins).map((phrase) => `${phrase} `)

const WHAT_FOR = /\s[-–—]+\s|[:|@!([,]/
const INVITATION =
  /^(?:(?:join|rejoignez|unete a|junte se a|entra nella|dolacz do|word lid van|werde teil|entre para) )?(?:(?:our|the|unser|unserem|unseren|unseres|unserer|notre|nuestra|nuestro|nossa|nosso|onze|nostra|nostro|naszej|naszego|la|il|a|o) )?/
/** "Open Position at Acme": the name of the employer follows. */
const AT_EMPLOYER = /^(.{3,60}?) (?:at|bei|chez|to|bij|presso|with) /

/** "Talent Pool Sales", "Initiativpool Marketing & IT". A "Talent Pool Manager" works there. */
const AREAS: ReadonlySet<string> = new Set(
  `sales marketing engineering tech technology technical it finance hr people operations ops product design data support legal
  logistics retail care nursing production all general software customer service success and und et y e en i vertrieb technik
  produktion pflege verwaltung finanzen logistik entwicklung ventas vendite ventes commercial commerciaux verkoop zorg sprzedaz
  vendas technique digital ai`.split(/\s+/),
)

function isPoolOfAreas(words: string): boolean {
  const all = words.split(' ')
  for (let length = 1; length < all.length; length++) {
    if (!FOR.has(all.slice(0, length).join(' '))) continue
    const rest = all.slice(length)
    return rest.length <= 4 && rest.every((word) => AREAS.has(word) || /^20\d\d$/.test(word))
  }
  return false
}

/** Companies post the same titles again and again, and a large one has thousands. */
const cache = new LruMap<string, boolean>(20_000)

export function isPoolTitle(title: string): boolean {
  const posted = title.slice(0, 200)
  const known = cache.get(posted)
  if (known !== undefined) return known
  const isPool = readsAsPool(posted)
  cache.set(posted, isPool)
  return isPool
}

function readsAsPool(posted: string): boolean {
  const words = wordsOf(cleanTitle(posted)).join(' ')
  const whole = ` ${words} `
  if (ANYWHERE.some((phrase) => whole.includes(phrase))) return true
  if (BEGINS.some((phrase) => `${words} `.startsWith(phrase))) return true
  const named = [words, words.match(AT_EMPLOYER)?.[1] ?? ''].flatMap((text) => [text, text.replace(INVITATION, '')])
  if (named.some((text) => ALONE.has(text) || FOR.has(text))) return true
  if (isPoolOfAreas(words) || isPoolOfAreas(words.replace(INVITATION, ''))) return true
  const head = wordsOf(posted.split(WHAT_FOR, 1)[0] ?? '').join(' ')
  return FOR.has(head) || FOR.has(head.replace(INVITATION, ''))
}
