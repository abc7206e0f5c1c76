import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** The server's process, whose CPU time is counted. */
  readonly pid: number
  /** A path with a query for each request, in place of the URL's. Must be more than are requested in the time. */
  readonly paths?: readonly string[]
}

export interface Measured {
  readonly perSecond: number
  /** CPU time of the server's process, user and system, all its threads: microseconds a request. */
  readonly cpuMicros: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Loads a server with wrk (Debian's package) over keep-alive connections. Throws when any answer is not a
 * success: a fast refusal must not look like a fast service.
 */
export async function load(asked: Load): Promise<Measured> {
  const { paths } = asked
  if (!paths) return loadWith(asked, [])
  const directory = await mkdtemp(join(tmpdir(), 'sluice-wrk-'))
  try {
    const [script, list] = [join(directory, 'paths.lua'), join(directory, 'paths')]
    await Promise.all([writeFile(script, nextPath(list)), writeFile(list, paths.join('\n'))])
    return await loadWith(asked, ['-s', script])
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** A script for wrk that requests one path of a file after the other, and stops where there are no more. */
function nextPath(list: string): string {
  return `
local lines = io.lines(${JSON.stringify(list)})
function request()
  local path = assert(lines(), "more requests than paths")
  return wrk.format("GET", path)
end`
}

async function loadWith(
  { url, headers, connections, seconds, pid }: Load,
  script: readonly string[],
): Promise<Measured> {
  const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = await cpuSeconds(pid)
  const { stdout } = await run('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', '--timeout', '30s'],
    ...[...script, ...args, url],
  ]).catch(({ stderr }: { stderr: string }) => {
    // The error itself shows the command, and with it the key.
    throw new Error(`wrk failed: ${stderr}`)
  })
  const cpu = (await cpuSeconds(pid)) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not serve:\n${stdout}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    cpuMicros: (cpu / requests) * 1e6,
    p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
  }
}

/** Linux counts in ticks of a hundredth of a second. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function milliseconds(text = ''): number {
  const [, value, unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
}
