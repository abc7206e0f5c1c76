import {
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const mostBytes = 10 * 1024 * 1024
const checkEveryMs = 10_000

/** The log of one part. */
export interface Log {
  readonly path: string
  /** For a child's output, which then needs no forwarding. */
  readonly fd: number
  write(line: string): void
}

export interface Logs {
  readonly verbose: boolean
  of(part: string): Log
  /** Tells a person, in the part's name. */
  show(part: string, line: string): void
  close(): void
}

/** Opens the logs in `<dataDir>/logs`: appended to, and kept to twice 10 MiB each. */
export function openLogs(dataDir: string, note: (line: string) => void, verbose: boolean): Logs {
  const folder = join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const logs = new Map<string, Log>()
  const timer = setInterval(() => {
    for (const log of logs.values()) bound(log)
  }, checkEveryMs)
  timer.unref()

  const show = (part: string, line: string) => note(`  ${part}: ${line}`)
  return {
    ...{ verbose, show },
    of(part) {
      const existing = logs.get(part)
      if (existing) return existing
      const log = openLog(join(folder, `${part}.log`), (line) => {
        if (verbose) show(part, line)
      })
      logs.set(part, log)
      return log
    },
    close() {
      clearInterval(timer)
      for (const { fd } of logs.values()) closeSync(fd)
    },
  }
}

function openLog(path: string, mirror: (line: string) => void): Log {
  const fd = openSync(path, 'a', 0o600)
  const log: Log = {
    ...{ path, fd },
    write(line) {
      mirror(line)
      try {
        writeSync(fd, `${line}\n`)
      } catch {
        // A full disk must not end what still works.
      }
    },
  }
  bound(log)
  return log
}

/**
 * Writers hold the file open to append, so it is copied and cut, not renamed. Lines written in between
 * are lost, which only a file that large can suffer.
 */
function bound({ fd, path }: Log): void {
  if (fstatSync(fd).size <= mostBytes) return
  try {
    copyFileSync(path, `${path}.1`)
  } catch {
    // No room for the copy: the more reason to cut.
  }
  ftruncateSync(fd)
}
