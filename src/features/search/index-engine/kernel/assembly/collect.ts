// Collects the companies of the rows that passed (INTO).

import { setBit } from './bitsets'
import { at32 } from './columns'
import { company, INTO_BITS, INTO_COUNTERS, INTO_KEYS, INTO_LINKS, INTO_TALLIES, rowBlock } from './generated'
import { filterOpen, link, pairUp } from './join'
import { keepGreatest } from './keys'

function count32(at: usize): void {
  store<u32>(at, load<u32>(at) + 1)
}

function count8(at: usize): void {
  const before = load<u8>(at)
  store<u8>(at, before + u8(before !== 255))
}

export function collect(rows: usize, end: usize, into: u32, target: usize): void {
  const companies = company
  if (into === INTO_BITS) {
    for (let at = rows; at < end; at += 4) setBit(target, at32(companies, load<u32>(at)))
  } else if (into === INTO_COUNTERS) {
    for (let at = rows; at < end; at += 4) count32(target + ((<usize>at32(companies, load<u32>(at))) << 2))
  } else if (into === INTO_TALLIES) {
    for (let at = rows; at < end; at += 4) count8(target + at32(companies, load<u32>(at)))
  } else if (into === INTO_KEYS) {
    keepGreatest(rows, end, target)
  } else if (into === INTO_LINKS) {
    for (let at = rows; at < end; at += 4) link(load<u32>(at), target)
  } else {
    pairUp(rows, filterOpen(rows, end, target), target)
  }
}

export function collectRow(row: u32, into: u32, target: usize): void {
  store<u32>(rowBlock, row)
  collect(rowBlock, rowBlock + 4, into, target)
}

/** The same for consecutive rows. */
export function collectRange(first: u32, end: u32, into: u32, target: usize): void {
  const last = company + ((<usize>end) << 2)
  let at = company + ((<usize>first) << 2)
  if (into === INTO_BITS) for (; at < last; at += 4) setBit(target, load<u32>(at))
  else if (into === INTO_COUNTERS) for (; at < last; at += 4) count32(target + ((<usize>load<u32>(at)) << 2))
  else for (; at < last; at += 4) count8(target + load<u32>(at))
}
