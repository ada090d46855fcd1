import { useEffect, useRef, useState } from 'react'
import { rememberPage } from './last-page.ts'
import { navigate, useSearchParams } from './location.ts'

interface UrlForm<Form> {
  /** The values in the URL: those of the last search that was run, or of a link. */
  readonly submitted: Form
  readonly form: Form
  readonly setForm: (change: Form | ((before: Form) => Form)) => void
  /** The changed search begins at its first page. */
  readonly change: (changes: Partial<Form>) => void
  /** Puts the values into the form and the URL. */
  readonly open: (next: Form) => void
  /** False once the form has changed, apart from the page: an error belongs to the search that was run. */
  readonly unchanged: boolean
}

/** When the user goes back or forward, the form follows the URL. `title` is that of the page, for links back to it. */
export function useUrlForm<Form extends { readonly page: string }>(
  parse: (params: URLSearchParams) => Form,
  urlOf: (form: Form) => string,
  title: string,
): UrlForm<Form> {
  const [params] = useSearchParams()
  const submitted = parse(params)
  const [form, setForm] = useState(submitted)
  const url = urlOf(submitted)
  const formUrl = useRef(url)
  useEffect(() => {
    rememberPage(url, title)
    if (formUrl.current === url) return
    formUrl.current = url
    setForm(parse(new URLSearchParams(location.search)))
  }, [url, title, parse])
  const open = (next: Form) => {
    setForm(next)
    formUrl.current = urlOf(next)
    navigate(formUrl.current)
  }
  const change = (changes: Partial<Form>) => setForm((before) => ({ ...before, page: '1', ...changes }))
  return { submitted, form, setForm, change, open, unchanged: urlOf({ ...form, page: submitted.page }) === url }
}
