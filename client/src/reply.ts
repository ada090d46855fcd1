import type { ResponseOf } from './transport.ts'

/** The promise of a reply. It is sent at once; `withResponse()` also gives its headers, attempts and rate state. */
export class Reply<T> extends Promise<T> {
  #response: Promise<ResponseOf<T>> | undefined

  // `then` must make plain promises: they have no response.
  static override get [Symbol.species]() {
    return Promise
  }

  static of<T>(response: Promise<ResponseOf<T>>): Reply<T> {
    const reply = new Reply<T>((resolve, reject) => {
      response.then(({ data }) => resolve(data), reject)
    })
    reply.#response = response
    return reply
  }

  withResponse(): Promise<ResponseOf<T>> {
    if (!this.#response)
      throw new TypeError('withResponse() belongs to the reply itself, not to a promise made from it')
    // The caller handles this promise instead.
    this.catch(() => {})
    return this.#response
  }
}
