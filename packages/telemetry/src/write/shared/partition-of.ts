import type { ThingNumbers } from '../../thing-numbers.ts'
import { PARTITIONS } from './shared-log.ts'

/**
 * The partition of a thing's samples: the finalizer of MurmurHash3 over its two numbers. It must never change, since
 * writes of a thing are ordered only within its partition.
 */
export function partitionOf({ organization, thing }: ThingNumbers): number {
  let hash = Math.imul(organization, 0x9e37_79b1) ^ thing
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTITIONS
}

/** The distinct partitions of some things, or all partitions. */
export function partitionsOf(
  organization: number,
  things: readonly number[] | undefined,
): number[] {
  if (things === undefined) return Array.from({ length: PARTITIONS }, (_, i) => i)
  return [...new Set(things.map((thing) => partitionOf({ organization, thing })))]
}
