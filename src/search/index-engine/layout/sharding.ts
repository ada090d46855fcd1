// Companies are distributed over shards by their ordinals, which are dense: company `ordinal` is in shard `ordinal %
// shards`, and there it has the ordinal `floor(ordinal / shards)`. So the shards are equally large, a shard's own
// ordinals are dense too, and companies keep their order within a shard. Code inside a shard knows only the shard's
// ordinals; the coordinating thread translates requests and changes on the way out, and answers on the way in.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Shard {
  /** From 0 on. */
  readonly number: number
  /** The number of shards. */
  readonly of: number
}

/** All companies in one shard. */
export const WHOLE: Shard = { number: 0, of: 1 }

export const shardOf = (ordinal: number, shards: number): number => ordinal % shards
export const localOrdinal = (ordinal: number, shards: number): number => Math.floor(ordinal / shards)
export const globalOrdinal = (local: number, { number, of }: Shard): number => local * of + number

/** The snapshot of a single shard has the plain name. */
export function snapshotFile(file: string, { number, of }: Shard): string {
  return of === 1 ? file : `${file}-${number + 1}-of-${of}`
}

/** Snapshots next to `file`, by number of shards. */
function snapshotsBeside(file: string): Map<number, string[]> {
  const names = existsSync(dirname(file)) ? readdirSync(dirname(file)) : []
  const found = new Map<number, string[]>()
  for (const name of names) {
    if (!name.startsWith(basename(file))) continue
    const match = name.slice(basename(file).length).match(/^(?:-\d+-of-(\d+))?$/)
    if (!match) continue
    const shards = Number(match[1] ?? 1)
    found.set(shards, [...(found.get(shards) ?? []), join(dirname(file), name)])
  }
  return found
}

/** The shard counts for which a snapshot exists. */
export function savedShards(file: string): number[] {
  return [...snapshotsBeside(file).keys()]
}

/** Snapshots of another number of shards are never read again. */
export function removeOtherSnapshots(file: string, shards: number): void {
  for (const [of, files] of snapshotsBeside(file)) {
    if (of !== shards) for (const each of files) rmSync(each, { force: true })
  }
}
