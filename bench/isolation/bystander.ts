// A process of another organization: once its parent asks for the first time, requests its paths in turn every few
// milliseconds, whether earlier responses have arrived or not, and tells how long each call took.
import { Agent, request } from 'node:http'
import { instant } from './clock.ts'
import { dayOf } from './days.ts'
import type { Calls, Wait } from './wait.ts'

const { url, headers, paths, everyMs } = JSON.parse(process.argv[2] ?? '{}') as Calls
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let waits: Wait[] = []
let asked = 0
const underWay = new Set<Promise<void>>()

function nextPath(): string {
  asked += 1
  const { from, to } = dayOf(asked)
  const path = paths[asked % paths.length] ?? '/'
  return path.replace('{from}', from).replace('{to}', to)
}

function ask(): void {
  const at = instant()
  const settled = Promise.withResolvers<void>()
  underWay.add(settled.promise)
  const settle = (fault?: string) => {
    if (!underWay.delete(settled.promise)) return
    waits.push({ at, ms: instant() - at, fault })
    settled.resolve()
  }
  const settleBroken = (error: NodeJS.ErrnoException) => settle(error.code ?? error.message)
  const outgoing = request(`${url}${nextPath()}`, { agent, headers }, (answer) => {
    const { statusCode } = answer
    answer.resume().once('end', () => settle(statusCode === 200 ? undefined : `${statusCode}`))
    answer.once('error', settleBroken)
  })
  outgoing.once('error', settleBroken)
  outgoing.setTimeout(30_000, () => outgoing.destroy())
  outgoing.end()
}

process.once('message', () => setInterval(ask, everyMs))
// What waits now belongs to what is measured now, however late it is answered.
process.on('message', async () => {
  await Promise.all(underWay)
  process.send?.(waits)
  waits = []
})
process.once('disconnect', () => process.exit(0))
