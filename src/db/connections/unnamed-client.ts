import pg from 'pg'

/**
 * For pools behind a transaction pooler (DATABASE_DIRECT_URL is set). There the next statement may run on another server
 * connection, which doesn't know the prepared names.
 */
export class UnnamedClient extends pg.Client {
  // The driver's query has a dozen overloads. The arguments are passed on unchanged, except for the name.
  override query(...args: unknown[]): never {
    const [first, ...rest] = args
    const unnamed = isNamed(first) ? { ...first, name: undefined } : first
    return (super.query as (...args: unknown[]) => never)(unnamed, ...rest)
  }
}

function isNamed(query: unknown): query is { name: string } {
  return (
    typeof query === 'object' && query !== null && Object.getPrototypeOf(query) === Object.prototype && 'name' in query
  )
}
