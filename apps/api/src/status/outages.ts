import type { EventEmitter } from 'node:events'

/**
 * What else of the product is down and why, as the supervisor of `npm start` tells this process: it sees how a store
 * ended. Without a supervisor, nothing.
 */
export function listenForOutages(supervisor: EventEmitter): () => readonly string[] {
  let outages: readonly string[] = []
  supervisor.on('message', (message) => {
    if (isTold(message)) outages = message.outages
  })
  return () => outages
}

function isTold(message: unknown): message is { outages: readonly string[] } {
  const { type } = (message ?? {}) as { type?: unknown }
  return type === 'outages'
}
