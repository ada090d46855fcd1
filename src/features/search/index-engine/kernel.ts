// The loops over many companies or many signals: what the time goes to. Two implementations of the same functions, this
// one in plain TypeScript, which is the reference and the fallback, and one in WebAssembly (kernel-wasm.ts).
//
// All arguments are numbers. Columns and bitsets are byte offsets into the index's memory, lengths of companies are
// multiples of 128. `bits` is a bitset over companies, by ordinal.

import { entryOf, GONE, type IndexMemory, ROW_MASK } from './memory.ts'

/** Words of a plan: what a row must meet. */
export const PLAN = {
  /** Seconds: from, inclusive, and to, exclusive. */
  from: 0,
  before: 1,
  /** 256 bytes, by confidence in hundredths; 0 for any. */
  confidences: 2,
  /** (entry flags | detail flags) must have all of these, and the entry flags none of `skip`. */
  need: 3,
  skip: 4,
  entryFlags: 5,
  detailFlags: 6,
  /** Bytes by origin; 0 for any. */
  origins: 7,
  /** The type plus one; 0 for any. Looked at where rows of all types are met. */
  type: 8,
  words: 16,
} as const

/**
 * What happens to the company of a row that passes: its bit is set; or its counter goes up by one, which has four bytes
 * or else one, and ends at 255; or the row is linked to it and its bit is set; or, if its bit is set, the row is held
 * against those that are linked to it (see `beginPairs`).
 */
export const INTO = { bits: 0, counters: 1, tallies: 2, links: 3, pairs: 4 } as const

/** What the keys of an order are. */
export const KEYS = { u16: 0, u32: 1, i32: 2 } as const

/**
 * Where the description of a chain says that it is two clauses, each of one type: 1 when the first is the rarer, 2 when
 * the second is. What it says of them is the same as without: it is a hint.
 */
export const PAIR_HINT = 127

/** The most rows that a company may have in the tail for `chain` to look at it. */
export const CHAIN_TAIL = 256

export interface Kernel {
  readonly name: 'wasm' | 'plain'
  // The arrays' own functions are slow on shared memory.
  clear(to: number, bytes: number): void
  copy(to: number, from: number, bytes: number): void
  and(to: number, from: number, bytes: number): void
  or(to: number, from: number, bytes: number): void
  andNot(to: number, from: number, bytes: number): void
  /** to = all without to */
  not(to: number, all: number, bytes: number): void
  /** to = to and from; returns how many are left. */
  andCount(to: number, from: number, bytes: number): number
  /** bits = least <= column <= most */
  rangeU8(column: number, least: number, most: number, bits: number, companies: number): void
  rangeU16(column: number, least: number, most: number, bits: number, companies: number): void
  rangeU32(column: number, least: number, most: number, bits: number, companies: number): void
  // Of the bits that are set, those are kept whose company fits.
  keepRangeU16(column: number, least: number, most: number, bits: number, companies: number): void
  keepRangeU32(column: number, least: number, most: number, bits: number, companies: number): void
  /** One of `count` numbers (four bytes each) at `values`, or none of them. */
  keepAnyU16(column: number, values: number, count: number, none: number, bits: number, companies: number): void
  keepAnyU32(column: number, values: number, count: number, none: number, bits: number, companies: number): void
  // Rows that pass the plan, into bits or counters.
  /** The runs of the entries in a list. A run goes from new to old. */
  scanRuns(list: number, count: number, starts: number, plan: number, into: number, target: number): void
  /** The runs of all entries from one to before another. */
  scanSpan(first: number, end: number, starts: number, plan: number, into: number, target: number): void
  /** The rows that the details in a list lead to. */
  scanPostings(
    list: number,
    count: number,
    starts: number,
    rows: number,
    plan: number,
    into: number,
    target: number,
  ): void
  /** One row after the other, as in the tail; the type is looked at, too. */
  scanRows(first: number, end: number, plan: number, into: number, target: number): void
  /**
   * Rows that are put into links, and then others that are put into pairs: a company with one that follows the other
   * within `reach` seconds gets its bit in `paired` and loses the one by which it was found. `later` is 1 where those
   * that are linked must be the later ones. Heads have four bytes for each company, links eight for each row.
   */
  beginPairs(heads: number, links: number, room: number, paired: number, reach: number, later: number): void
  /** How many rows were put into links. If there was no room for so many, some of them are missing. */
  linkedRows(): number
  /** The first companies of an order that are in `bits` and not in `moved`; returns how many were written. */
  walk(order: number, companies: number, bits: number, moved: number, most: number, out: number): number
  /**
   * The first companies of a bitset by the keys of an order (see KEYS), the greatest first, ties by ordinal; returns how
   * many were written. There must be room for twice as many as are asked for.
   */
  best(bits: number, bytes: number, keys: number, kind: number, most: number, out: number): number
  /** All companies of a bitset, by ordinal. */
  list(bits: number, bytes: number, out: number): number
  /**
   * Takes the bits of companies away that have no complete chain. The steps are described at `chain`: their number, and
   * for each its reach in seconds, how many plans, and the plans. Companies with too many rows in the tail are left as
   * they are and listed at `out`; returns how many.
   */
  chain(bits: number, bytes: number, chain: number, out: number): number
}

/** Where the kernel finds the columns. */
export const BOUND = [
  'company',
  'time',
  'confidence',
  'detail',
  'origin',
  'companyStart',
  'companyRows',
  'companyTimes',
  'tailHead',
  'tailNext',
  'entryType',
  'entryStart',
  'sampleTimes',
  'sampleEntries',
  'tailEntry',
] as const

export function plainKernel(index: IndexMemory): Kernel {
  const buffer = index.memory.buffer
  const u8 = new Uint8Array(buffer)
  const u16 = new Uint16Array(buffer)
  const u32 = new Uint32Array(buffer)
  const { company, time, confidence, detail, origin } = index.columns
  const { companyStart, companyRows, tailHead, tailNext, entryType } = index.columns
  const base = index.layout.sizes.rows

  const bytewise = (change: (to: number, from: number) => number) => (to: number, from: number, bytes: number) => {
    const [a, b] = [to >>> 2, from >>> 2]
    for (let i = 0; i < bytes >>> 2; i++) u32[a + i] = change(u32[a + i]!, u32[b + i]!)
  }

  const range =
    (keys: Uint8Array | Uint16Array | Uint32Array, shift: number, keep: boolean) =>
    (column: number, least: number, most: number, bits: number, companies: number) => {
      const from = column >>> shift
      const to = bits >>> 2
      for (let word = 0; word < companies >>> 5; word++) {
        const before = keep ? u32[to + word]! : -1
        if (before === 0) continue
        let mask = 0
        for (let bit = 0; bit < 32; bit++) {
          const key = keys[from + word * 32 + bit]!
          if (key >= least && key <= most) mask |= 1 << bit
        }
        u32[to + word] = mask & before
      }
    }

  const keepAny =
    (keys: Uint16Array | Uint32Array, shift: number) =>
    (column: number, values: number, count: number, none: number, bits: number, companies: number) => {
      const wanted = new Set(u32.subarray(values >>> 2, (values >>> 2) + count))
      const from = column >>> shift
      for (let word = 0; word < companies >>> 5; word++) {
        const before = u32[(bits >>> 2) + word]!
        if (before === 0) continue
        let mask = 0
        for (let bit = 0; bit < 32; bit++) {
          if (wanted.has(keys[from + word * 32 + bit]!) !== (none === 1)) mask |= 1 << bit
        }
        u32[(bits >>> 2) + word] = before & mask
      }
    }

  function passes(plan: number, row: number): boolean {
    const p = plan >>> 2
    const at = time[row]!
    if (at < u32[p + PLAN.from]! || at >= u32[p + PLAN.before]!) return false
    return passesElse(p, row)
  }

  function passesElse(p: number, row: number): boolean {
    const confidences = u32[p + PLAN.confidences]!
    if (confidences !== 0 && u8[confidences + confidence[row]!] === 0) return false
    const need = u32[p + PLAN.need]!
    const skip = u32[p + PLAN.skip]!
    if (need !== 0 || skip !== 0) {
      const flags = u8[u32[p + PLAN.entryFlags]! + entryOf(index.columns, row)]!
      if ((flags & skip) !== 0) return false
      if (((flags | u8[u32[p + PLAN.detailFlags]! + detail[row]!]!) & need) !== need) return false
    }
    const origins = u32[p + PLAN.origins]!
    return origins === 0 || u8[origins + origin[row]!] !== 0
  }

  const hasBit = (bits: number, ordinal: number) =>
    ((u32[(bits >>> 2) + (ordinal >>> 5)]! >>> (ordinal & 31)) & 1) === 1

  function setBit(bits: number, ordinal: number): void {
    u32[(bits >>> 2) + (ordinal >>> 5)]! |= 1 << (ordinal & 31)
  }

  function clearBit(bits: number, ordinal: number): void {
    u32[(bits >>> 2) + (ordinal >>> 5)]! &= ~(1 << (ordinal & 31))
  }

  function put(row: number, into: number, target: number): void {
    const ordinal = company[row]!
    if (into === INTO.counters) u32[(target >>> 2) + ordinal]!++
    else if (into === INTO.tallies) u8[target + ordinal] = Math.min(255, u8[target + ordinal]! + 1)
    else if (into === INTO.pairs) pairUp(ordinal, time[row]!, target)
    else {
      setBit(target, ordinal)
      if (into === INTO.links) pairs.linked.push({ ordinal, at: time[row]! })
    }
  }

  const pairs = {
    linked: [] as { ordinal: number; at: number }[],
    paired: 0,
    reach: 0,
    isLater: false,
  }

  function pairUp(ordinal: number, at: number, open: number): void {
    if (!hasBit(open, ordinal)) return
    const isPair = pairs.linked.some((other) => {
      const [first, second] = pairs.isLater ? [at, other.at] : [other.at, at]
      return other.ordinal === ordinal && second > first && second - first <= pairs.reach
    })
    if (!isPair) return
    setBit(pairs.paired, ordinal)
    clearBit(open, ordinal)
  }

  function isOfType(plan: number, row: number): boolean {
    const type = u32[(plan >>> 2) + PLAN.type]!
    return type === 0 || entryType[entryOf(index.columns, row)] === type - 1
  }

  function keyOf(keys: number, kind: number, ordinal: number): number {
    if (kind === KEYS.u16) return u16[(keys >>> 1) + ordinal]!
    return kind === KEYS.u32 ? u32[(keys >>> 2) + ordinal]! : u32[(keys >>> 2) + ordinal]! | 0
  }

  function members(bits: number, bytes: number): number[] {
    const ordinals: number[] = []
    for (let word = 0; word < bytes >>> 2; word++) {
      for (let rest = u32[(bits >>> 2) + word]!; rest !== 0; rest &= rest - 1) {
        ordinals.push(word * 32 + 31 - Math.clz32(rest & -rest))
      }
    }
    return ordinals
  }

  function write(ordinals: readonly number[], out: number): number {
    u32.set(ordinals, out >>> 2)
    return ordinals.length
  }

  /** A run goes from new to old: it is entered where it falls below `before`, and left where it falls below `from`. */
  function scanRun(first: number, end: number, plan: number, into: number, target: number): void {
    const p = plan >>> 2
    const from = u32[p + PLAN.from]!
    for (let row = enter(first, end, u32[p + PLAN.before]!); row < end && time[row]! >= from; row++) {
      if (passesElse(p, row)) put(row, into, target)
    }
  }

  function enter(first: number, end: number, before: number): number {
    let [low, high] = [first, end]
    while (low < high && time[low]! >= before) {
      const middle = (low + high) >>> 1
      if (time[middle]! >= before) low = middle + 1
      else high = middle
    }
    return low
  }

  const chained = new Chain()

  function hasChain(ordinal: number, chain: number): boolean | undefined {
    const c = chain >>> 2
    const late: number[] = []
    for (let next = tailHead[ordinal]!; next !== 0; next = tailNext[next - 1]!) {
      if (company[base + next - 1] === ordinal) late.push(base + next - 1)
      if (late.length > CHAIN_TAIL) return undefined
    }
    late.sort((a, b) => time[a]! - time[b]!)
    const satisfied = (row: number, plan: number) => isOfType(plan, row) && passes(plan, row)
    chained.begin(u32, c, satisfied)
    let tail = 0
    for (let i = companyStart[ordinal]!; i < companyStart[ordinal + 1]!; i++) {
      const word = companyRows[i]!
      if (word === GONE) continue
      const row = word & ROW_MASK
      while (tail < late.length && time[late[tail]!]! < time[row]!) {
        const earlier = late[tail++]!
        if (chained.meet(earlier, time[earlier]!)) return true
      }
      if (chained.meet(row, time[row]!)) return true
    }
    for (; tail < late.length; tail++) if (chained.meet(late[tail]!, time[late[tail]!]!)) return true
    return false
  }

  return {
    name: 'plain',
    clear(to, bytes) {
      u8.fill(0, to, to + bytes)
    },
    copy(to, from, bytes) {
      u8.copyWithin(to, from, from + bytes)
    },
    and: bytewise((to, from) => to & from),
    or: bytewise((to, from) => to | from),
    andNot: bytewise((to, from) => to & ~from),
    not: bytewise((to, all) => all & ~to),
    andCount(to, from, bytes) {
      let total = 0
      for (let i = 0; i < bytes >>> 2; i++) {
        const both = u32[(to >>> 2) + i]! & u32[(from >>> 2) + i]!
        u32[(to >>> 2) + i] = both
        total += ones(both)
      }
      return total
    },
    rangeU8: range(u8, 0, false),
    rangeU16: range(u16, 1, false),
    rangeU32: range(u32, 2, false),
    keepRangeU16: range(u16, 1, true),
    keepRangeU32: range(u32, 2, true),
    keepAnyU16: keepAny(u16, 1),
    keepAnyU32: keepAny(u32, 2),
    scanRuns(list, count, starts, plan, into, target) {
      for (let i = 0; i < count; i++) {
        const at = (starts >>> 2) + u32[(list >>> 2) + i]!
        scanRun(u32[at]!, u32[at + 1]!, plan, into, target)
      }
    },
    scanSpan(first, end, starts, plan, into, target) {
      for (let each = first; each < end; each++) {
        scanRun(u32[(starts >>> 2) + each]!, u32[(starts >>> 2) + each + 1]!, plan, into, target)
      }
    },
    scanPostings(list, count, starts, rows, plan, into, target) {
      for (let i = 0; i < count; i++) {
        const at = (starts >>> 2) + u32[(list >>> 2) + i]!
        for (let k = u32[at]!; k < u32[at + 1]!; k++) {
          const row = u32[(rows >>> 2) + k]!
          if (passes(plan, row)) put(row, into, target)
        }
      }
    },
    scanRows(first, end, plan, into, target) {
      for (let row = first; row < end; row++) {
        if (isOfType(plan, row) && passes(plan, row)) put(row, into, target)
      }
    },
    beginPairs(_heads, _links, _room, paired, reach, later) {
      Object.assign(pairs, { linked: [], paired, reach, isLater: later === 1 })
    },
    linkedRows: () => pairs.linked.length,
    walk(order, companies, bits, moved, most, out) {
      let found = 0
      for (let i = 0; i < companies && found < most; i++) {
        const ordinal = u32[(order >>> 2) + i]!
        const word = u32[(bits >>> 2) + (ordinal >>> 5)]! & ~u32[(moved >>> 2) + (ordinal >>> 5)]!
        if ((word >>> (ordinal & 31)) & 1) u32[(out >>> 2) + found++] = ordinal
      }
      return found
    },
    best(bits, bytes, keys, kind, most, out) {
      const key = (ordinal: number) => keyOf(keys, kind, ordinal)
      const ordered = members(bits, bytes).sort((a, b) => key(b) - key(a) || a - b)
      return write(ordered.slice(0, most), out)
    },
    list: (bits, bytes, out) => write(members(bits, bytes), out),
    chain(bits, bytes, chain, out) {
      const left: number[] = []
      for (const ordinal of members(bits, bytes)) {
        const has = hasChain(ordinal, chain)
        if (has === undefined) left.push(ordinal)
        else if (!has) clearBit(bits, ordinal)
      }
      return write(left, out)
    },
  }
}

function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Whether rows that come from old to new hold a complete chain. Of each step the latest time that can be reached is
 * enough: it leaves the least gap to what follows. Rows of one second do not follow each other, so what a second
 * reaches counts from the next one on.
 */
export class Chain {
  readonly #reaches: number[] = []
  readonly #plans: number[][] = []
  /** Time plus one, 0 for not reached yet. */
  readonly #latest: number[] = []
  readonly #now: boolean[] = []
  #time = -1
  #satisfied: (row: number, plan: number) => boolean = () => false

  begin(words: Uint32Array, at: number, satisfied: (row: number, plan: number) => boolean): void {
    const steps = words[at]!
    let next = at + 1
    this.#satisfied = satisfied
    this.#time = -1
    this.#reaches.length = steps
    this.#plans.length = steps
    for (let step = 0; step < steps; step++) {
      this.#reaches[step] = words[next]!
      const plans = words[next + 1]!
      this.#plans[step] = [...words.subarray(next + 2, next + 2 + plans)]
      next += 2 + plans
      this.#latest[step] = 0
      this.#now[step] = false
    }
  }

  /** The next row; true when it ends a chain. */
  meet(row: number, time: number): boolean {
    if (time !== this.#time) {
      for (let step = 0; step < this.#plans.length; step++) {
        if (this.#now[step]) this.#latest[step] = this.#time + 1
        this.#now[step] = false
      }
      this.#time = time
    }
    for (let step = 0; step < this.#plans.length; step++) {
      if (step > 0) {
        const before = this.#latest[step - 1]!
        if (before === 0 || time - (before - 1) > this.#reaches[step]!) continue
      }
      if (!this.#plans[step]!.some((plan) => this.#satisfied(row, plan))) continue
      if (step === this.#plans.length - 1) return true
      this.#now[step] = true
    }
    return false
  }
}
