import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@sluice/embedded'
import { installed } from '../debian.ts'

/** A time series database of Debian's, on a free port. */
export interface Peer {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** InfluxDB 1 as it is shipped: an answered write is synced to its log. Undefined where it cannot be had. */
export async function startInflux(directory: string): Promise<Peer | undefined> {
  if (!(await installed('influxd', ['influxdb']))) return undefined
  const root = join(directory, 'influxdb')
  const [port, rpc] = [await freePort(), await freePort()]
  await mkdir(root, { recursive: true })
  await writeFile(
    join(root, 'influxdb.conf'),
    `
reporting-disabled = true
bind-address = "127.0.0.1:${rpc}"
[meta]
  dir = "${root}/meta"
[data]
  dir = "${root}/data"
  wal-dir = "${root}/wal"
  query-log-enabled = false
  max-series-per-database = 0
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
  max-body-size = 0
`,
  )
  const peer = await start('influxd', ['-config', join(root, 'influxdb.conf')], port, '/ping')
  const made = await fetch(`http://127.0.0.1:${port}/query?q=CREATE+DATABASE+bench`, {
    method: 'POST',
  })
  if (!made.ok) throw new Error(`InfluxDB did not make a database: ${await made.text()}`)
  return peer
}

/** VictoriaMetrics as it is shipped: it answers before a sample is on the disk. */
export async function startVictoria(directory: string): Promise<Peer | undefined> {
  if (!(await installed('victoria-metrics', ['victoria-metrics']))) return undefined
  const port = await freePort()
  const args = [
    `-storageDataPath=${join(directory, 'victoria')}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    '-loggerLevel=ERROR',
  ]
  return start('victoria-metrics', args, port, '/health')
}

async function start(program: string, args: string[], port: number, path: string): Promise<Peer> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const deadline = Date.now() + 20_000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (answer?.ok) break
    if (Date.now() > deadline) throw new Error(`${program} does not serve.`)
    await sleep(50)
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
