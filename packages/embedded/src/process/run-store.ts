import { type EmbeddedStoreError, toStoreError } from '../error.ts'
import type { StartMessage, StoreMessage } from './messages.ts'

/** A started store, as its process sees it. `died` settles when the store ends on its own. */
export type RunningStore = {
  port: number
  pid: number
  stop(): Promise<void>
  died: Promise<EmbeddedStoreError>
}

/**
 * Runs a store in this forked process: waits for the parent's options, opens the store, reports `ready` or `failed`,
 * and stops it, or its opening, on SIGTERM, SIGINT, or when the parent is gone. A killed parent closes the IPC channel, so no store
 * outlives its supervisor.
 */
export function runStore<Options>(
  open: (options: Options, signal: AbortSignal) => Promise<RunningStore>,
): void {
  if (!process.send) {
    console.error('This program is started by forkPostgres or forkClickHouse, not by hand.')
    process.exit(2)
  }
  // The parent's end of these pipes may vanish first: losing a log line must not lose the store.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  let opening: Promise<RunningStore> | undefined
  const stopping = new AbortController()

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    const store = await opening?.catch(() => undefined)
    await store?.stop()
    process.exit(0)
  }

  async function fail(thrown: unknown): Promise<void> {
    const { code, message } = toStoreError(thrown)
    await tell({ type: 'failed', code, message })
    process.exit(1)
  }

  async function start(message: StartMessage): Promise<void> {
    opening = open(message.options as Options, stopping.signal)
    const store = await opening
    void store.died.then((error) => (stopping.signal.aborted ? undefined : fail(error)))
    await tell({ type: 'ready', port: store.port, pid: store.pid })
  }

  const stopOrFail = () => void stop().catch(fail)
  process.on('SIGTERM', stopOrFail)
  process.on('SIGINT', stopOrFail)
  process.on('disconnect', stopOrFail)
  process.once('message', (message: StartMessage) => {
    // What an abandoned opening throws is only an echo: `stop` ends the process.
    start(message).catch((error) => (stopping.signal.aborted ? undefined : fail(error)))
  })
}

/** Resolves once the parent has the message, or at once if there is no parent any more. */
function tell(message: StoreMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })
}
