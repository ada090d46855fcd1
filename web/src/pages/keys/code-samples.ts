// A working program for every API call, in three languages, with the reader's own address and key.

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

interface Call {
  readonly label: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** The call with the client. */
  readonly client: string
}

const SEARCH = { signal_query: 'hiring(title ~ "AI SDR")', pageSize: 5 }

export const CALLS = {
  search: {
    label: 'Search companies',
    method: 'POST',
    path: '/companies',
    body: SEARCH,
    client: `client.companies.search({ signal_query: '${SEARCH.signal_query}', pageSize: 5 }).page()`,
  },
  dossier: {
    label: 'Get a company',
    method: 'GET',
    path: '/companies/COMPANY_ID',
    client: "client.companies.get('COMPANY_ID')",
  },
  slice: {
    label: 'Search a slice',
    method: 'GET',
    path: '/slices?slice=ai-sdr-hiring&countries=DE',
    client: "client.slices.companies({ slice: 'ai-sdr-hiring', countries: ['DE'] }).page()",
  },
  filters: { label: 'List the filters', method: 'GET', path: '/filters', client: 'client.filters()' },
  stats: { label: 'Get the usage', method: 'GET', path: '/stats', client: 'client.stats()' },
  health: { label: 'Check the health', method: 'GET', path: '/health', client: 'client.health()' },
} as const satisfies Readonly<Record<string, Call>>

export type CallName = keyof typeof CALLS

interface Reader {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly key: string
}

export function codeSample(name: CallName, language: Language, { baseUrl, key }: Reader): string {
  const { method, path, body, client }: Call = CALLS[name]
  const url = `${baseUrl}/api/v1${path}`
  const json = body && JSON.stringify(body)
  if (language === 'curl') {
    const lines = [`curl "${url}"`, `-H "Authorization: Bearer ${key}"`]
    if (json) lines.push('-H "Content-Type: application/json"', `-d '${json}'`)
    return lines.join(' \\\n  ')
  }
  if (language === 'TypeScript') {
    return `import { ProSignal } from "@pro-signal/client"

const client = new ProSignal({ apiKey: "${key}", baseUrl: "${baseUrl}" })
console.log(await ${client})`
  }
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": "Bearer ${key}"${json ? ', "Content-Type": "application/json"' : ''}},${json ? `\n    data=json.dumps(${json}).encode(),` : ''}
    method="${method}",
)
print(json.load(urllib.request.urlopen(request)))`
}
