import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Limit } from '@sluice/contract'

/** A journal entry: the bucket had at least this much at that time. */
export interface Entry {
  readonly organization: string
  readonly tier: string
  /** `tier`, or `key:` or `failures:` followed by the id of the key whose share or failures it counts. */
  readonly bucket: string
  readonly tokens: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly limit: Limit
}

/** Keeps buckets across restarts. An appended entry survives the process once the call returns. */
export interface Journal {
  /** The newest entry of each bucket. */
  read(): Entry[]
  append(entry: Entry): void
  /** Whether the journal has grown enough for {@link replace} to pay off. */
  isLong(): boolean
  /** Replaces the whole contents. */
  replace(entries: Iterable<Entry>): void
  close(): void
}

const LONG_BYTES = 4 * 1024 * 1024

/**
 * A file with one line per entry, read once and then only appended to. It is not synced: it survives the process but
 * not a power cut, during which time refills more than the file could say.
 */
export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let appended = 0

  return {
    read() {
      const newest = new Map<string, Entry>()
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const entry = decode(line)
        if (entry) newest.set(`${entry.organization} ${entry.tier} ${entry.bucket}`, entry)
      }
      return [...newest.values()]
    },
    append(entry) {
      // The entry before may be cut off.
      const line = `\n${encode(entry)}`
      appendFileSync(file, line)
      appended += line.length
    },
    isLong: () => appended > LONG_BYTES,
    replace(entries) {
      // Even if it fails, so that a full disk does not make every entry try again.
      appended = 0
      const next = `${path}.next`
      writeFileSync(next, Array.from(entries, encode).join(''), { mode: 0o600 })
      const opened = openSync(next, 'a')
      try {
        renameSync(next, path)
      } catch (cause) {
        closeSync(opened)
        throw cause
      }
      closeSync(file)
      file = opened
    },
    close: () => closeSync(file),
  }
}

function encode({ organization, tier, bucket, tokens, at, limit }: Entry): string {
  const { perMinute, burst } = limit
  return `${JSON.stringify([organization, tier, bucket, tokens, at, perMinute, burst])}\n`
}

/** Undefined for an invalid line: one may be cut off, and its unit was not spent then. */
function decode(line: string): Entry | undefined {
  try {
    const [organization, tier, bucket, tokens, at, perMinute, burst] = JSON.parse(line)
    const numbers = [tokens, at, perMinute, burst]
    if (!numbers.every(Number.isFinite)) return undefined
    return { organization, tier, bucket, tokens, at, limit: { perMinute, burst } }
  } catch {
    return undefined
  }
}
