import { inSlices } from '@sluice/runtime'
import type { Gone } from '../../thing-numbers.ts'
import type { NewWrite, Write } from '../blocks/write.ts'
import { decodeWrites, encodeWrites, UnknownForm } from '../wal/encode-writes.ts'
import type { Extent, FollowedRecord, LoggedRecord, NewRecord } from './shared-log.ts'

/** Records with more things do not list them. */
const MAX_NAMED = 256

/** A record of several callers' writes, in order, so that the later one wins. Yields between many texts. */
export function* encodeRecord(writes: readonly NewWrite[]): Generator<void, NewRecord> {
  let versions = 0
  let runs = 0
  const numbered = writes.map((write) => {
    const version = BigInt(versions)
    versions += write.samples.rows
    runs += write.samples.runs()
    return { ...write, version }
  })
  const bytes = Buffer.concat(yield* encodeWrites(numbered))
  return { bytes, versions, runs, extent: extentOf(writes) }
}

/** Shorter than any record of writes. */
const GONE = Buffer.of(0)

/** Whether a record announces a removal. */
export function isGone({ bytes }: Pick<LoggedRecord, 'bytes'>): boolean {
  return bytes.length === GONE.length
}

/** A record that makes nodes invalidate caches of removed samples. */
export function goneRecord(gone: Gone): NewRecord {
  const extent = {
    organizations: 'thing' in gone ? [gone.organization] : [...gone.organizations],
    // Empty means all.
    things: 'thing' in gone ? [gone.thing] : [],
    // An empty range of time, so that no query waits for it.
    ...{ earliest: 2 ** 62, latest: -(2 ** 62) },
  }
  return { bytes: GONE, versions: 1, runs: 0, extent }
}

/** What was removed. */
export function goneOf({
  organizations,
  things,
}: Pick<FollowedRecord, 'organizations' | 'things'>): Gone {
  const [[organization = 0], [thing]] = [organizations, things]
  return thing === undefined ? { organizations: new Set(organizations) } : { organization, thing }
}

/** A record, by its index, that no retry makes readable: a later version wrote it, or it is damaged. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly index: number
  readonly position: bigint
  readonly isDamaged: boolean
  constructor(index: number, { position }: LoggedRecord, cause: unknown) {
    super(`The record at ${position} of the log of samples cannot be read.`, { cause })
    this.index = index
    this.position = position
    this.isDamaged = !(cause instanceof UnknownForm)
  }
}

/**
 * The writes of records, with the versions that the log gave them. Yields to other calls in between. Rejects with
 * {@link Unreadable}.
 */
export async function decodeInTurns(records: readonly LoggedRecord[]): Promise<Write[]> {
  const writes: Write[][] = []
  for (const [index, record] of records.entries()) {
    try {
      writes.push(await decodeRecord(record))
    } catch (cause) {
      throw isForMemory(cause) ? cause : new Unreadable(index, record, cause)
    }
  }
  return writes.flat()
}

/** Whether an allocation failed. Reading beyond the end is a RangeError as well, with a code. */
function isForMemory(cause: unknown): boolean {
  return cause instanceof RangeError && !('code' in cause)
}

/** The writes of a record, in slices. */
export async function decodeRecord({ bytes, position }: LoggedRecord): Promise<Write[]> {
  if (isGone({ bytes })) return []
  const writes = await inSlices(decodeWrites(bytes))
  return writes.map((write) => ({ ...write, version: position + write.version }))
}

function extentOf(writes: readonly NewWrite[]): Extent {
  const organizations = new Set<number>()
  const things = new Set<number>()
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { organization, thing, samples } of writes) {
    organizations.add(organization)
    things.add(thing)
    const { earliest, latest } = samples.timeRange()
    first = Math.min(first, earliest)
    last = Math.max(last, latest)
  }
  return {
    organizations: [...organizations],
    things: things.size > MAX_NAMED ? undefined : [...things],
    ...{ earliest: first, latest: last },
  }
}
