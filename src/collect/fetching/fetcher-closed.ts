/** The fetcher was closed before an answer arrived. That says nothing about the host. */
export class FetcherClosed extends Error {
  constructor() {
    super('The service is stopping.')
  }
}
