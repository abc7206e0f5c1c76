// A process of another organization: asks GET /v2/key every few milliseconds, whatever has been answered by then, and
// tells its parent when asked how long each call took.
import { Agent, request } from 'node:http'
import { instant } from './clock.ts'
import { EVERY_MS, type Wait } from './wait.ts'

const { url, key, path } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let waits: Wait[] = []

setInterval(ask, EVERY_MS)

function ask(): void {
  const at = instant()
  const settle = (ok: boolean) => waits.push({ at, ms: instant() - at, ok })
  const outgoing = request(`${url}${path}`, { agent, headers: { 'X-Api-Key': key } }, (answer) => {
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
