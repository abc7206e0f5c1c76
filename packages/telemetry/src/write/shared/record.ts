import { inSlices } from '@sluice/runtime'
import type { Gone } from '../../thing-numbers.ts'
import type { NewWrite, Write } from '../blocks/write.ts'
import { decodeWrites, encodeWrites } from '../wal/encode-writes.ts'
import type { Extent, LoggedRecord, NewRecord } from './shared-log.ts'

/** More things than this are not named. */
const MOST_NAMED = 256

/** A record of the writes of some callers: in their order, so that the later one wins. */
export function encodeRecord(writes: readonly NewWrite[]): NewRecord {
  let versions = 0
  let runs = 0
  const numbered = writes.map((write) => {
    const version = BigInt(versions)
    versions += write.samples.rows
    runs += write.samples.runs()
    return { ...write, version }
  })
  const bytes = Buffer.concat(encodeWrites(numbered))
  return { bytes, versions, runs, extent: extentOf(writes) }
}

/** No record of writes is as short. */
const GONE = Buffer.of(0)

/** Whether a record says that samples are gone. */
export function isGone({ bytes }: Pick<LoggedRecord, 'bytes'>): boolean {
  return bytes.length === GONE.length
}

/** A record by which nodes forget what they remember of samples that are gone. */
export function goneRecord(gone: Gone): NewRecord {
  const extent = {
    organizations: 'thing' in gone ? [gone.organization] : [...gone.organizations],
    // None are all.
    things: 'thing' in gone ? [gone.thing] : [],
    // No query waits for it.
    ...{ earliest: 2 ** 62, latest: -(2 ** 62) },
  }
  return { bytes: GONE, versions: 1, runs: 0, extent }
}

/** What it says is gone; undefined where anything may be, as nodes of the version before say of all that expires. */
export function goneOf({
  organizations,
  things,
}: Pick<Extent, 'organizations' | 'things'>): Gone | undefined {
  const [[organization, ...others], [thing]] = [organizations, things ?? []]
  if (organization === undefined) return undefined
  if (thing === undefined || others.length > 0) {
    return { organizations: new Set(organizations) }
  }
  return { organization, thing }
}

/** The writes of records, with the versions that the log gave them. Other calls are served in between. */
export async function decodeInTurns(records: readonly LoggedRecord[]): Promise<Write[]> {
  const writes: Write[][] = []
  for (const record of records) writes.push(await decodeRecord(record))
  return writes.flat()
}

/** The writes of a record, likewise. */
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
    things: things.size > MOST_NAMED ? undefined : [...things],
    ...{ earliest: first, latest: last },
  }
}
