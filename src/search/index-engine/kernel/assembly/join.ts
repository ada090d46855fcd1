// Joins the rows of two clauses of a sequence: those of the first scan are linked to their companies, and those of the
// second are compared with the links. A company for which a pair was found is no longer open.

import { clearBit, hasBit, setBit } from './bitsets'
import { at32 } from './columns'
import { keep } from './filter'
import { BLOCK_OVERRUN, BLOCK_ROWS, company, time } from './generated'

/** The other columns of the row block: the times of the rows, and the link to compare next. */
const PAIR_TIMES: usize = 4 * (BLOCK_ROWS + BLOCK_OVERRUN)
const PAIR_NEXT: usize = 2 * PAIR_TIMES

/** By company: the number of its last link, plus one. Valid only where the company's bit is set. */
let heads: usize = 0
/** By link: the time of the row, and the previous link of the company. */
let links: usize = 0
let linksRoom: u32 = 0
let linked: u32 = 0
let paired: usize = 0
let pairReach: u32 = 0
let isLaterLinked: bool = false

export function beginJoin(headsAt: usize, linksAt: usize, room: u32, pairedBits: usize, reach: u32, later: u32): void {
  heads = headsAt
  links = linksAt
  linksRoom = room
  linked = 0
  paired = pairedBits
  pairReach = reach
  isLaterLinked = later !== 0
}

/** If this exceeds the capacity, some rows are not linked. */
export function linkedRows(): u32 {
  return linked
}

export function link(row: u32, open: usize): void {
  const ordinal = at32(company, row)
  const head = heads + ((<usize>ordinal) << 2)
  if (linked < linksRoom) {
    const at = links + ((<usize>linked) << 3)
    store<u32>(at, at32(time, row))
    store<u32>(at, load<u32>(head) & (0 - hasBit(open, ordinal)), 4)
    store<u32>(head, linked + 1)
    setBit(open, ordinal)
  }
  linked++
}

export function filterOpen(rows: usize, end: usize, open: usize): usize {
  const companies = company
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, hasBit(open, at32(companies, row)))
  }
  return out
}

/**
 * Follows the links of all rows of a block together, one link per pass. Each row has its company, its time and its next
 * link in three columns. Following the links of one row after the other would wait for memory at every link.
 */
export function pairUp(rows: usize, end: usize, open: usize): void {
  const companies = company
  const times = time
  const next = heads
  let count: u32 = 0
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const ordinal = at32(companies, row)
    store<u32>(rows + ((<usize>count) << 2), ordinal)
    store<u32>(rows + ((<usize>count) << 2), at32(times, row), PAIR_TIMES)
    store<u32>(rows + ((<usize>count) << 2), at32(next, ordinal), PAIR_NEXT)
    count++
  }
  while (count > 0) {
    let left: u32 = 0
    for (let i: u32 = 0; i < count; i++) {
      const at = rows + ((<usize>i) << 2)
      const ordinal = load<u32>(at)
      const second = load<u32>(at, PAIR_TIMES)
      const link = links + ((<usize>(load<u32>(at, PAIR_NEXT) - 1)) << 3)
      const other = load<u32>(link)
      const following = load<u32>(link, 4)
      const isPair = isLaterLinked ? follows(second, other) : follows(other, second)
      if (isPair) {
        setBit(paired, ordinal)
        clearBit(open, ordinal)
      }
      const to = rows + ((<usize>left) << 2)
      store<u32>(to, ordinal)
      store<u32>(to, second, PAIR_TIMES)
      store<u32>(to, following, PAIR_NEXT)
      left += u32(following !== 0) & u32(!isPair)
    }
    count = left
  }
}

function follows(first: u32, second: u32): bool {
  return second > first && second - first <= pairReach
}
