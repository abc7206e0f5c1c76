import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Quiet, quietOf } from './attack.ts'
import { startBystander } from './watch.ts'

const SECONDS = 10

const IDLE_SERVER = `
  const server = require('node:http').createServer((_, response) => response.end('{}'))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.once('disconnect', () => process.exit(0))`

export interface Limit {
  /** Once. */
  measure(): Promise<Quiet>
  /** Idempotent. */
  stop(): Promise<void>
}

/**
 * What a bystander waits at a server that does nothing, while the process that sends the floods keeps all cores busy.
 * Both are started before that process lowers its priority, as the product and its bystanders are; neither does anything
 * until it is measured.
 */
export async function startLimit(): Promise<Limit> {
  const server = spawn(process.execPath, ['-e', IDLE_SERVER], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  let stopping: Promise<unknown> | undefined
  const [port] = (await once(server, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const bystander = startBystander({ url, headers: {}, paths: ['/'], everyMs: 5 })
  async function stop() {
    stopping ??= bystander.stop().then(() => server.disconnect())
    await Promise.all([stopping, ended])
  }
  return {
    stop,
    async measure() {
      const busy = Array.from(
        { length: availableParallelism() },
        () => new Worker('for (;;);', { eval: true }),
      )
      await bystander.take()
      await pause(2000)
      await bystander.take()
      await pause(SECONDS * 1000)
      const limit = quietOf(await bystander.take())
      await Promise.all([stop(), ...busy.map((worker) => worker.terminate())])
      return limit
    },
  }
}
