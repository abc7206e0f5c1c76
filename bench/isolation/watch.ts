import { fork } from 'node:child_process'
import { once } from 'node:events'
import { nodeFlags } from '@sluice/api/node-flags'
import { giveFirstCore } from './cores.ts'
import type { Wait } from './wait.ts'

/** Another organization's caller. */
export interface Bystander {
  /** Its calls since they were last taken. */
  take(): Promise<readonly Wait[]>
  stop(): Promise<void>
}

export function startBystander(url: string, key: string, path = '/v2/key'): Bystander {
  const file = new URL('./bystander.ts', import.meta.url)
  const child = fork(file, [JSON.stringify({ url, key, path })], { execArgv: [...nodeFlags] })
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
