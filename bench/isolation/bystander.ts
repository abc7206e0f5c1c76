// A process of another organization: requests its paths in turn every few milliseconds, whether earlier responses have
// arrived or not, and tells its parent when asked how long each call took.
import { Agent, request } from 'node:http'
import { instant } from './clock.ts'
import type { Calls, Wait } from './wait.ts'

const { url, headers, paths, everyMs } = JSON.parse(process.argv[2] ?? '{}') as Calls
/** A day of the calls whose paths name one: each another, so that no cache has it. */
const DAY_MS = 86_400_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let waits: Wait[] = []
let asked = 0

setInterval(ask, everyMs)

function nextPath(): string {
  asked += 1
  const from = new Date(Date.UTC(2000, 0, 1) + (asked % 9000) * DAY_MS).toISOString()
  const to = new Date(Date.parse(from) + DAY_MS).toISOString()
  const path = paths[asked % paths.length] ?? '/'
  return path.replace('{from}', from).replace('{to}', to)
}

function ask(): void {
  const at = instant()
  const settle = (ok: boolean) => waits.push({ at, ms: instant() - at, ok })
  const outgoing = request(`${url}${nextPath()}`, { agent, headers }, (answer) => {
    answer.resume().once('end', () => settle(answer.statusCode === 200))
  })
  outgoing.once('error', () => settle(false))
  outgoing.setTimeout(30_000, () => outgoing.destroy())
  outgoing.end()
}

process.on('message', () => {
  process.send?.(waits)
  waits = []
})
process.once('disconnect', () => process.exit(0))
