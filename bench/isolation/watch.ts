import { fork } from 'node:child_process'
import { once } from 'node:events'
import { nodeFlags } from '@sluice/api/node-flags'
import { giveFirstCore } from './cores.ts'
import type { Calls, Wait } from './wait.ts'

/** Another organization's caller. */
export interface Bystander {
  /** Its calls since they were last taken. Those that are under way are waited for. */
  take(): Promise<readonly Wait[]>
  stop(): Promise<void>
}

/** The other organization's callers of a server. */
export interface Bystanders {
  /** Requests what the process has in memory, so it waits for nothing but its event loop. */
  readonly memory: Bystander
  /** Requests what Postgres and the engine have to be asked for. */
  readonly stores: Bystander
}

/** How often they ask, in milliseconds. */
const EVERY_MS = { memory: 5, stores: 50 }

export function startBystander(calls: Calls): Bystander {
  const file = new URL('./bystander.ts', import.meta.url)
  const child = fork(file, [JSON.stringify(calls)], { execArgv: [...nodeFlags] })
  giveFirstCore(child.pid)
  const ended = once(child, 'exit')
  return {
    async take() {
      child.send('take')
      const [waits] = await once(child, 'message')
      return waits as readonly Wait[]
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

export function startBystanders({
  url,
  headers,
  memory,
  stores,
}: Pick<Calls, 'url' | 'headers'> & Record<keyof Bystanders, readonly string[]>): Bystanders {
  const asking = (paths: readonly string[], everyMs: number) =>
    startBystander({ url, headers, paths, everyMs })
  return { memory: asking(memory, EVERY_MS.memory), stores: asking(stores, EVERY_MS.stores) }
}

/** What both have waited since they were last taken. */
export async function takeWaits({ memory, stores }: Bystanders) {
  const [inMemory, inStores] = await Promise.all([memory.take(), stores.take()])
  return { memory: inMemory, stores: inStores }
}

export async function stopBystanders({ memory, stores }: Bystanders): Promise<void> {
  await Promise.all([memory.stop(), stores.stop()])
}
