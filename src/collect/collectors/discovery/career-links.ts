// Which links of a website lead to its jobs.

import { wordsOf } from '../../../platform/text/normalise-text.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

/** In the languages that titles are read in: each is a phrase of the link's text, or a part of its path. The longest come first. */
const PHRASES: readonly string[] = [
  'career, careers, job, jobs, we are hiring, we re hiring, join us, join our team, work with us, work at, work for us',
  'open positions, open roles, current openings, vacancies, job openings, opportunities',
  'karriere, stellen, stellenangebote, offene stellen, arbeiten bei, stellenmarkt, jobangebote',
  'carriere, carrieres, recrutement, emploi, emplois, offres d emploi, nous rejoindre, rejoignez nous, on recrute',
  'empleo, empleos, carreras, vacantes, trabaja con nosotros, unete, unete a nosotros, ofertas de empleo',
  'vacature, vacatures, werken bij, werkenbij, kom werken',
  'lavora con noi, carriera, posizioni aperte, offerte di lavoro',
  'carreiras, vagas, trabalhe conosco, trabalha connosco',
  'karriar, lediga jobb, lediga tjanster, jobba hos oss',
  'kariera, praca, oferty pracy, dolacz do nas',
]
  .flatMap((line) => line.split(', '))
  .sort((a, b) => b.split(' ').length - a.split(' ').length)

/** Articles about careers, pages of a product for recruiters, and leaflets. */
const OTHER_PATH =
  /\/(?:blog|news|press|presse|events?|docs?|legal|privacy|product|products|solutions|features|customers)\/|\.(?:pdf|docx?)$/i

/** The links of a page that lead to jobs on the company's sites, those with the plainest words first. */
export function careerLinks(page: WebPage, pageUrl: string, domains: readonly string[] = []): readonly URL[] {
  const sites = new Set([siteOf(pageUrl), ...domains])
  const scored = page.links.flatMap(({ url, text }) => {
    if (!sites.has(siteOf(url)) || url.href === pageUrl || OTHER_PATH.test(url.pathname)) return []
    const byText = scoreOf(text, 1)
    const score = Math.max(byText, scoreOf(`${url.hostname.split('.', 1)[0]} ${url.pathname}`, 2))
    // Of two equally plain addresses, the one whose text matches too: the other may be a single job.
    return score > 0 ? [{ url, score: score + byText / 10 - url.pathname.length / 1_000 }] : []
  })
  return scored.sort((a, b) => b.score - a.score).map(({ url }) => url)
}

/** A text that is just the phrase is better evidence than one that contains it. */
function scoreOf(text: string, weight: number): number {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > 12) return 0
  const joined = ` ${words.join(' ')} `
  const phrase = PHRASES.find((each) => joined.includes(` ${each} `))
  return phrase === undefined ? 0 : weight + phrase.split(' ').length / words.length
}
