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

/** What a file keeps of a bucket: at a time it held at least this much. */
export interface Entry {
  readonly organization: string
  readonly tier: string
  /** `tier`; `key:` or `failures:` and the id of the key whose share or failures it holds. */
  readonly bucket: string
  readonly tokens: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly limit: Limit
}

/** Keeps buckets over restarts. Appending is over when it returns: the entry survives the end of the process. */
export interface Journal {
  /** The newest entry of each bucket. */
  read(): Entry[]
  append(entry: Entry): void
  /** True once so much was appended that {@link replace} is worth its while. */
  isLong(): boolean
  /** Puts entries in the place of all that was there. */
  replace(entries: Iterable<Entry>): void
  close(): void
}

const LONG_BYTES = 4 * 1024 * 1024

/**
 * A file of one line an entry, read once and then only appended to. It is written without waiting for the disk:
 * it outlives the process, not a power cut, after which time has refilled more than the file could tell.
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
      const line = encode(entry)
      appended += line.length
      appendFileSync(file, line)
    },
    isLong: () => appended > LONG_BYTES,
    replace(entries) {
      const next = `${path}.next`
      writeFileSync(next, Array.from(entries, encode).join(''), { mode: 0o600 })
      renameSync(next, path)
      closeSync(file)
      file = openSync(path, 'a')
      appended = 0
    },
    close: () => closeSync(file),
  }
}

function encode({ organization, tier, bucket, tokens, at, limit }: Entry): string {
  const { perMinute, burst } = limit
  return `${JSON.stringify([organization, tier, bucket, tokens, at, perMinute, burst])}\n`
}

/** Undefined for what is no entry: the last line may have been cut off, before the unit it is about was spent. */
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
