import type { FieldValue } from '../../../meaning/types/index.ts'
import { wordsOfValue } from '../layout/values.ts'

/** The words of all values, sorted, with the values that contain each. */
export class Vocabulary {
  readonly words: string[]
  readonly start: Uint32Array
  readonly list: Uint32Array

  constructor(values: readonly FieldValue[]) {
    const holders = new Map<string, number[]>()
    for (const [i, value] of values.entries()) {
      for (const word of wordsOfValue(value)) {
        const numbers = holders.get(word)
        if (numbers) numbers.push(i)
        else holders.set(word, [i])
      }
    }
    this.words = [...holders.keys()].sort((a, b) => (a < b ? -1 : 1))
    this.start = new Uint32Array(this.words.length + 1)
    for (const [i, word] of this.words.entries()) {
      this.start[i + 1] = this.start[i]! + (holders.get(word)?.length ?? 0)
    }
    this.list = new Uint32Array(this.start[this.words.length]!)
    for (const [i, word] of this.words.entries()) this.list.set(holders.get(word) ?? [], this.start[i])
  }
}
