// How exact shared buckets are: 1, 2 and 4 nodes on one Valkey, saturated; then with the server killed or paused in the
// middle. Says what was admitted beside what the bucket gives: its burst, and the rate times the time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { startValkey, type ValkeyServer } from '../valkey.ts'
import { type NodeReport, type Order, tiers } from './order.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const CLIENTS = 50
const OUTAGE_SECONDS = 5

const server = await startValkey()
if (!server) process.exit(1)
const client = createClient({ url: server.url, pingInterval: 500 })
client.on('error', () => {})
await client.connect()
try {
  console.log(
    '| nodes | fault | tier | seconds | admitted | the bucket gives | beyond it | answered by the node alone |',
  )
  console.log('|---:|---|---|---:|---:|---:|---:|---:|')
  for (const nodes of [1, 2, 4]) await saturate(nodes, 'none', async () => {})
  await saturate(4, `killed for ${OUTAGE_SECONDS} s`, async ({ kill, restart }) => {
    await kill()
    await pause(OUTAGE_SECONDS * 1000)
    await restart()
  })
  await saturate(4, `paused for ${OUTAGE_SECONDS} s`, async ({ pause: stop, resume }) => {
    stop()
    await pause(OUTAGE_SECONDS * 1000)
    resume()
  })
  await saturate(4, 'one clock an hour ahead', async () => {}, 3_600_000)
} finally {
  client.destroy()
  await server.stop()
}

/** The server's own clock, in seconds: the one that refills the buckets. */
async function serverTime(): Promise<number> {
  const [seconds, micros] = (await client.sendCommand(['TIME'])) as unknown as [string, string]
  return Number(seconds) + Number(micros) / 1e6
}

async function saturate(
  nodes: number,
  fault: string,
  strike: (server: ValkeyServer) => Promise<void>,
  ahead = 0,
): Promise<void> {
  if (!server) return
  const order = (i: number): Order => ({
    ...{ url: server.url, nodes, clients: CLIENTS / nodes, ahead: i === 0 ? ahead : 0 },
    organization: `run-${nodes}-${fault}`,
  })
  const children = Array.from({ length: nodes }, (_, i) =>
    fork(new URL('./node.ts', import.meta.url), [JSON.stringify(order(i))]),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  const began = await serverTime()
  for (const child of children) child.send('go')
  const seconds = fault === 'none' ? SECONDS : Math.min(SECONDS, 30)
  await pause((seconds * 1000) / 3)
  await strike(server)
  await pause((seconds * 2000) / 3)
  const reports = children.map(async (child) => {
    child.send('stop')
    const [report] = (await once(child, 'message')) as [NodeReport]
    return report
  })
  const found = await Promise.all(reports)
  const elapsed = (await serverTime()) - began
  for (const [tier, { perMinute, burst }] of Object.entries(tiers)) {
    const sum = (key: 'admitted' | 'local') =>
      found.reduce((total, report) => total + (report[tier]?.[key] ?? 0), 0)
    const gives = burst + (perMinute * elapsed) / 60
    const admitted = sum('admitted')
    const beyond = Math.max(0, admitted - gives).toFixed(0)
    const cells = [
      nodes,
      fault,
      tier,
      elapsed.toFixed(1),
      admitted,
      gives.toFixed(0),
      beyond,
      sum('local'),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
