// Which links of a list of jobs lead to further pages of it, and which to pages of single jobs.

import { normaliseDomain } from '../../../meaning/companies/index.ts'
import { trimEnd } from '../../../platform/text/trim.ts'
import { siteOf } from '../web-page/website.ts'

const JOB_PATH = /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|stellen|karriere|emplois?|roles?)\/[^/]/i

/** Links to further pages of the list: `?page=2`, `/page/2`. */
export function furtherPages(links: readonly URL[], listUrl: string): URL[] {
  const list = new URL(listUrl)
  const folder = folderOf(list)
  return links.filter((url) => {
    if (url.hostname !== list.hostname || !folderOf(url).startsWith(folder)) return false
    const rest = folderOf(url).slice(folder.length)
    return rest === ''
      ? /[?&](?:page|paged|pg|seite|offset|start)=\d{1,9}(?:&|$)/i.test(url.search)
      : /^page\/\d+\/$/.test(rest)
  })
}

export const folderOf = ({ pathname }: URL) => `${trimEnd(pathname, '/')}/`

const FILE = /\.(?:pdf|docx?|odt|rtf|xlsx?|pptx?|zip|jpe?g|png|gif|svg|webp|mp4|ics)$/i
const FORM = /\/(?:apply|application|bewerben|bewerbung|postuler|solliciteren)\/?$/i

/**
 * Links to pages of single jobs: below the list, or in a folder of jobs on the same host. Not files, and not the form
 * of a job that is linked too: many may not be read, or are too large, and no visit would be complete.
 */
export function jobLinks(links: readonly URL[], listUrl: string): URL[] {
  const list = new URL(listUrl)
  const folder = folderOf(list)
  // Everything is below the home page; below the root of careers.acme.example are jobs.
  const isHome = folder === '/' && normaliseDomain(list.hostname) === siteOf(list)
  const paths = new Set(links.map(({ pathname }) => pathname.replace(/\/$/, '')))
  return links.filter(
    (url) =>
      url.hostname === list.hostname &&
      url.pathname !== list.pathname &&
      !FILE.test(url.pathname) &&
      !(FORM.test(url.pathname) && paths.has(url.pathname.replace(FORM, ''))) &&
      ((!isHome && url.pathname.startsWith(folder) && url.pathname !== folder) || JOB_PATH.test(url.pathname)),
  )
}
