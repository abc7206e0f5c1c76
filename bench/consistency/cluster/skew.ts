import { globSync, writeFileSync } from 'node:fs'
import { installed } from '../../debian.ts'

/** A clock of a process that can be set. */
export interface Skew {
  /** For the process. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the clock so many milliseconds off within a second. */
  set(millis: number): void
  /** Whether a call that has just ended may have found it behind. */
  mayBeBehind(): boolean
}

/** For so many milliseconds after it was put right: what it takes to set it, and the longest call. */
const STILL_BEHIND_MS = 10_000

/** Where libfaketime is; installs it where that is possible. Undefined, and why on stderr, where it is not. */
export async function findFaketime(): Promise<string | undefined> {
  if (!(await installed('faketime', ['faketime']))) return undefined
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
}

/** A clock for a process that is started with `environment`. Only the time of day is set: timeouts go by another clock. */
export function openSkew(library: string, file: string, now = () => performance.now()): Skew {
  let behindUntil = Number.NEGATIVE_INFINITY
  const set = (millis: number) => {
    if (millis < 0) behindUntil = Number.POSITIVE_INFINITY
    else if (behindUntil > now()) behindUntil = now() + STILL_BEHIND_MS
    writeFileSync(file, `${millis < 0 ? '-' : '+'}${(Math.abs(millis) / 1000).toFixed(3)}`)
  }
  set(0)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    mayBeBehind: () => now() < behindUntil,
  }
}
