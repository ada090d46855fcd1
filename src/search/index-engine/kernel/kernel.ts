// The kernel: the loops over many companies or many signals, where the time of a search goes. They are written in
// AssemblyScript (assembly/) and compiled to WebAssembly with SIMD. The tests compare them with the same functions in
// TypeScript (test/harness/reference-kernel/).
//
// All arguments are numbers. Columns and bitsets are byte offsets into the memory of the index; numbers of companies
// are multiples of 128. `bits` is a bitset over companies, by ordinal. `test` is the offset of a row test (ROW_TEST),
// `into` selects what happens to the company of a row that passes (INTO), and `target` is the bitset or counters for
// that.

export interface Kernel {
  // Typed arrays have functions for these two, but they are slow on shared memory.
  clear(to: number, bytes: number): void
  copy(to: number, from: number, bytes: number): void
  and(to: number, from: number, bytes: number): void
  or(to: number, from: number, bytes: number): void
  andNot(to: number, from: number, bytes: number): void
  /** to = all and not to */
  not(to: number, all: number, bytes: number): void
  /** to = to and from; returns how many bits are set. */
  andCount(to: number, from: number, bytes: number): number
  /** bits = min <= column <= max */
  rangeU8(column: number, min: number, max: number, bits: number, companies: number): void
  rangeU16(column: number, min: number, max: number, bits: number, companies: number): void
  rangeU32(column: number, min: number, max: number, bits: number, companies: number): void
  // These clear the bits of companies that don't match.
  keepRangeU16(column: number, min: number, max: number, bits: number, companies: number): void
  keepRangeU32(column: number, min: number, max: number, bits: number, companies: number): void
  /** Matches one of the `count` numbers (four bytes each) at `values`; with `none` = 1, none of them. */
  keepAnyU16(column: number, values: number, count: number, none: number, bits: number, companies: number): void
  keepAnyU32(column: number, values: number, count: number, none: number, bits: number, companies: number): void
  // Scans collect the companies of the rows that pass a test.
  /** The runs of the entries in a list. A run is sorted from new to old. */
  scanRuns(list: number, count: number, starts: number, test: number, into: number, target: number): void
  /** The runs of all entries from `first` to before `end`. */
  scanSpan(first: number, end: number, starts: number, test: number, into: number, target: number): void
  /** The recent rows from `first` to before `end`. Only their confidence is checked. */
  scanRecent(first: number, end: number, test: number, into: number, target: number): void
  /** The rows of the details in a list. */
  scanPostings(
    list: number,
    count: number,
    starts: number,
    rows: number,
    test: number,
    into: number,
    target: number,
  ): void
  /** Consecutive rows of any type, such as the tail. This scan also checks the type. */
  scanRows(first: number, end: number, test: number, into: number, target: number): void
  /**
   * Starts a join of two scans, the first INTO.links and the second INTO.pairs. A company with two rows, one from each,
   * where one follows the other within `reach` seconds, gets its bit in `paired` and loses it in the target of the scans.
   * `later` is 1 if the linked rows must be the later ones. `heads` has four bytes per company, `links` eight per row.
   */
  beginJoin(heads: number, links: number, room: number, paired: number, reach: number, later: number): void
  /** How many rows the first scan of a join found. If they don't all fit, some are not linked. */
  linkedRows(): number
  /** Treats one row as if a scan had found it. */
  collectRow(row: number, into: number, target: number): void
  /**
   * For every 64 bits, the number of bits set before them. A column of keys holds only the companies of a bitset,
   * consecutively: a company's place is its rank.
   */
  rankBits(bits: number, bytes: number, ranks: number): void
  /**
   * Starts scans INTO.keys of the companies of a bitset, by the tables of KEY_TABLE_WORDS words per type. `type` is the
   * rows' type plus one, or the number of another table plus one; 0 for any type. With `withTime` = 0, a key is just
   * the number of the table; with 1 it has the time, with 86,400 the day. `surgeDay` is added for each day of a surge.
   * `bands` has a byte per company, and `bandSeconds` what each band adds; 0 if sizes don't count.
   */
  beginKeys(
    tables: number,
    type: number,
    bits: number,
    ranks: number,
    withTime: number,
    surgeDay: number,
    bands: number,
    bandSeconds: number,
  ): void
  /** Raises the keys of a bitset's companies to those of `from`, a column of all companies. */
  raiseKeys(to: number, from: number, bits: number, bytes: number): void
  /** The same by a table from a column of bytes, each a confidence plus one; 0 is none. */
  raiseByConfidence(to: number, from: number, table: number, bits: number, bytes: number): void
  /** Lowers each key by as much as its certainty is below `certain`. */
  lowerKeys(to: number, certainties: number, certain: number, count: number): void
  // to = the lesser or the greater of to and from. Up to three keys after the last may change, too.
  lesser(to: number, from: number, count: number): void
  greater(to: number, from: number, count: number): void
  /** The first companies of an order that are in `bits` and not in `moved`; returns how many were written. */
  firstInOrder(order: number, companies: number, bits: number, moved: number, limit: number, out: number): number
  /**
   * The companies of a bitset with the greatest keys (see KEY_TYPE), greatest first, ties by ordinal; returns how many
   * were written. `out` needs room for twice the limit.
   */
  topByKey(bits: number, bytes: number, keys: number, keyType: number, limit: number, out: number): number
  /**
   * The same by a column of keys of four bytes, ties by heat and then by ordinal, with key and heat of each (TOP_WORDS).
   * Companies with key 0 are left out. `blocks` has the greatest of every 32 keys.
   */
  topStored(bits: number, bytes: number, keys: number, blocks: number, heat: number, limit: number, out: number): number
  /** The same by `count` keys of only the bitset's companies. */
  topRanked(
    bits: number,
    bytes: number,
    ranks: number,
    keys: number,
    count: number,
    heat: number,
    limit: number,
    out: number,
  ): number
  /** All companies of a bitset, by ordinal. */
  list(bits: number, bytes: number, out: number): number
  /**
   * Clears the bits of companies that have no complete chain. `chain` is the offset of its description (CHAIN).
   * Companies with too many rows in the tail are left unchanged and listed at `out`; returns how many.
   */
  filterChains(bits: number, bytes: number, chain: number, out: number): number
}
