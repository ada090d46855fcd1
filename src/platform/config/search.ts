// The settings of searches.

import { oneOf, type Variable, wholeNumber } from './env-variable.ts'

const MAX_SERVERS = 64

export const SEARCH = {
  SEARCH_ENGINE: oneOf(
    ['index', 'postgres', 'clickhouse'],
    'index',
    'The search engine: index holds an index in memory; postgres needs no memory and is slower; clickhouse uses servers of yours (docs/search.md).',
  ),
  SEARCH_INDEX_MB: wholeNumber(
    64,
    1_048_576,
    2_048,
    'The maximum memory of the search index, of all its shards together. If the signals do not fit, PostgreSQL answers searches instead.',
  ),
  SEARCH_SHARDS: wholeNumber(
    0,
    64,
    0,
    'The number of shards of the search index; each has a thread and at most 4 GiB. 0: chosen by the size of the database and the cores of the machine.',
  ),
  CLICKHOUSE_URL: {
    description:
      'For SEARCH_ENGINE=clickhouse: the HTTP address of a ClickHouse server, with user and password. With CLICKHOUSE_CLUSTER, one server is enough if all have the same port; otherwise all, separated by commas.',
    expects: 'a URL such as http://user:password@host:8123, or several separated by commas',
    fallback: undefined,
    fallbackText: '',
    secret: 'all',
    parse: parseUrls,
  } as Variable<string | undefined>,
  CLICKHOUSE_DATABASE: named(
    'pro_signal',
    'The database in ClickHouse. The service creates it and its tables.',
  ) as Variable<string>,
  CLICKHOUSE_CLUSTER: named(
    undefined,
    'The name of the cluster in the configuration of ClickHouse. Empty: one server.',
  ) as Variable<string | undefined>,
}

function parseUrls(text: string): string | undefined {
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.length <= MAX_SERVERS && addresses.every(isAddress) ? addresses.join(',') : undefined
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return false
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    return false
  }
}

function named(fallback: string | undefined, description: string): Variable<string | undefined> {
  return {
    description,
    expects: 'a name of letters, digits and underscores',
    fallback,
    fallbackText: fallback ?? '',
    parse: (text) => (/^[a-z_]\w{0,62}$/i.test(text) ? text : undefined),
  }
}
