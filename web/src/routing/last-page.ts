// The page that the link at the top of a dossier leads back to.

interface LastPage {
  readonly href: string
  readonly label: string
}

let last: LastPage | undefined

export function rememberPage(href: string, label: string): void {
  last = { href, label }
}

/** Undefined: no page that leads to dossiers was opened in this tab yet. */
export const lastPage = (): LastPage | undefined => last
