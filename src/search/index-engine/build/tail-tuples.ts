import { isPresent } from '../../../meaning/signals/index.ts'
import { tupleColumns } from '../layout/columns.ts'
import { detailSurgeOf, type IndexedSignal, isNews } from '../layout/encoding.ts'
import { type Group, SLOTS, WIDTH } from '../layout/fields.ts'
import { FLAG } from '../layout/kernel-constants.ts'
import type { Lexicon } from '../layout/lexicon.ts'
import type { IndexMemory } from '../layout/memory.ts'

/** The entries or details of signals in the tail: tuples of the base, or new ones after them. */
export class TailTuples {
  readonly #memory: IndexMemory
  readonly #lexicon: Lexicon
  readonly #group: Group
  readonly #added = new Map<string, number>()

  constructor(memory: IndexMemory, lexicon: Lexicon, group: Group) {
    this.#memory = memory
    this.#lexicon = lexicon
    this.#group = group
  }

  /** Tuples added since the base was built. */
  get count(): number {
    return this.#added.size
  }

  /** The number of a signal's tuple, which is added if it is new. A signal without details has detail 0. */
  numberFor(type: number, signal: IndexedSignal): number {
    const slots = new Uint32Array(WIDTH[this.#group])
    let isEmpty = true
    for (const slot of SLOTS[type]!) {
      if (slot.group !== this.#group) continue
      const value = slot.field === 'label' ? signal.label : signal.fields[slot.field]
      if (value === undefined) continue
      slots[slot.at] = this.#lexicon.numberFor(value)
      isEmpty = false
    }
    if (isEmpty && this.#group === 'detail') return 0
    const present = this.#group === 'detail' || isPresent(signal) ? FLAG.entry : 0
    return this.#findInBase(type, slots, present) ?? this.#findOrAdd(type, slots, present, isNews(signal.fields.change))
  }

  /** Searches the tuples of the value that the fewest tuples contain. */
  #findInBase(type: number, slots: Uint32Array, present: number): number | undefined {
    const { starts, lists, types, tuples } = tupleColumns(this.#memory.columns, this.#group)
    const { entryPresent } = this.#memory.columns
    let [first, end] = [0, Number.POSITIVE_INFINITY]
    for (const value of slots) {
      if (value === 0) continue
      // No tuple of the base contains a value that is newer than the base.
      const [from, to] = value + 1 < starts.length ? [starts[value]!, starts[value + 1]!] : [0, 0]
      if (to - from < end - first) [first, end] = [from, to]
    }
    const width = WIDTH[this.#group]
    for (let i = first; i < end; i++) {
      const tuple = lists[i]!
      if (types[tuple] !== type || (this.#group === 'entry' && entryPresent[tuple] !== present)) continue
      if (slots.every((value, s) => tuples[tuple * width + s] === value)) return tuple
    }
    return undefined
  }

  #findOrAdd(type: number, slots: Uint32Array, present: number, news: boolean): number {
    const key = `${type} ${present} ${slots.join()}`
    const existing = this.#added.get(key)
    if (existing !== undefined) return existing
    const { sizes } = this.#memory.layout
    const { types, tuples } = tupleColumns(this.#memory.columns, this.#group)
    const number = (this.#group === 'entry' ? sizes.entries : sizes.details) + this.#added.size
    types[number] = type
    if (this.#group === 'entry') {
      this.#memory.columns.entryPresent[number] = present
      this.#memory.columns.entryNews[number] = news ? 1 : 0
    }
    if (this.#group === 'detail') {
      this.#memory.columns.detailSurge[number] = detailSurgeOf(type, ({ at }) => this.#lexicon.valueOf(slots[at]!))
    }
    tuples.set(slots, number * WIDTH[this.#group])
    this.#added.set(key, number)
    return number
  }
}
