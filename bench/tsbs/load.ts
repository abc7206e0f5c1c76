import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Addresses } from './contestants.ts'

interface Fed {
  readonly addresses: Addresses
  readonly seed: number
  /** Of the first day, epoch milliseconds. */
  readonly start: number
}

/** Sends the feed to all contestants until it is stopped. */
export function startFeed({ addresses, seed, start }: Fed) {
  const began = performance.now()
  const worker = new Worker(new URL('./feeder.ts', import.meta.url), {
    workerData: { seed, start, addresses },
  })
  let seconds = 0
  worker.on('message', (acknowledged: number) => {
    seconds = acknowledged
  })
  return {
    /** How many seconds of it the contestants have acknowledged. */
    seconds: () => seconds,
    /** Answers how many seconds of the feed were sent, and how many it took. */
    async stop() {
      worker.postMessage('stop')
      await once(worker, 'exit')
      return { sent: seconds, taken: (performance.now() - began) / 1000 }
    },
  }
}
