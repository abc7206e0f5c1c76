import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'

/** A server that answered 101, although nobody asked it to switch protocols. */
export class SwitchedProtocols extends Error {
  constructor() {
    super('The answer was 101 Switching Protocols.')
  }
}

/**
 * The beginning of the answer to a request of `node:http`. Rejects if it ends without one, whatever the server sends:
 * some ways to end emit no error.
 */
export function answerTo<Answer>(request: EventEmitter): Promise<Answer> {
  return new Promise((done, fail) => {
    request
      .on('error', fail)
      .once('response', done)
      .once('upgrade', (_answer: unknown, socket: Duplex) => {
        socket.destroy()
        fail(new SwitchedProtocols())
      })
      .once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}

/** Rejects with the reason of the signal once it aborts, even if the work never ends. */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
