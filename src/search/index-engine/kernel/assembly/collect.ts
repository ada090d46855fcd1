// Collects the companies of the rows that passed (INTO).

import { setBit, setBitIf } from './bitsets'
import { at32 } from './columns'
import {
  company,
  detail,
  FLAG_DETAIL,
  INTO_BITS,
  INTO_COUNTERS,
  INTO_KEYS,
  INTO_LINKS,
  INTO_TALLIES,
  rowBlock,
} from './generated'
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
  collectPacked(company + ((<usize>first) << 2), company + ((<usize>end) << 2), into, target)
}

/** For companies in a list, INTO_BITS, INTO_COUNTERS or INTO_TALLIES. */
export function collectPacked(list: usize, end: usize, into: u32, target: usize): void {
  if (into === INTO_BITS) for (; list < end; list += 4) setBit(target, load<u32>(list))
  else if (into === INTO_COUNTERS) for (; list < end; list += 4) count32(target + ((<usize>load<u32>(list)) << 2))
  else for (; list < end; list += 4) count8(target + load<u32>(list))
}

/** Consecutive rows INTO_BITS, with the only condition that their detail has a flag. */
export function bitsByDetail(first: u32, end: u32, flags: usize, bits: usize): void {
  const companies = company
  const details = detail
  for (let row = first; row < end; row++) {
    const passes = u32((<u32>load<u8>(flags + at32(details, row)) & FLAG_DETAIL) !== 0)
    setBitIf(bits, at32(companies, row), passes)
  }
}
