/** The fetcher was closed before there was an answer. That says nothing about who was asked. */
export class FetcherClosed extends Error {
  constructor() {
    super('The service is stopping.')
  }
}
