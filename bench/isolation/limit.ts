import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Quiet, quietOf } from './attack.ts'
import { startBystander } from './watch.ts'

const SECONDS = 10

const IDLE_SERVER = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const server = createServer((_, response) => response.end('{}'))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

/**
 * What the bystander waits at a server that does nothing, while every core computes something else. A flood whose
 * caller and stores keep the cores busy leaves no server of this machine less.
 */
export async function limitOfMachine(): Promise<Quiet> {
  const run = (code: string) => new Worker(code, { eval: true })
  const server = run(IDLE_SERVER)
  const [port] = (await once(server, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const bystander = startBystander({ url, headers: {}, paths: ['/'], everyMs: 5 })
  const busy = Array.from({ length: availableParallelism() }, () => run('for (;;);'))
  await pause(2000)
  await bystander.take()
  await pause(SECONDS * 1000)
  const limit = quietOf(await bystander.take())
  await bystander.stop()
  await Promise.all([server, ...busy].map((worker) => worker.terminate()))
  return limit
}
