import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** One request as bytes: an HTTP head up to the blank line, and a body. */
export interface Offer {
  readonly head: string
  readonly body: Buffer
}

export interface Offering {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The next request of any connection. */
  readonly next: () => Offer
  /** Requests a second of all connections together, whatever the answers take; as many as are answered where absent. */
  readonly rate?: number
}

export interface Taken {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds from a request's first byte, at a given rate from when it was due, to its answer's last, ascending. */
  readonly latencies: readonly number[]
}

/**
 * Sends requests over keep-alive connections, each when the one before is answered. It writes ready bytes
 * to bare sockets, because an HTTP client would use more of the machine than what is measured. Rejects at
 * the first answer that is not a success: a fast refusal must not look like a fast service.
 */
export async function offer(offering: Offering): Promise<Taken> {
  const began = performance.now()
  const deadline = began + offering.seconds * 1000
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: offering.connections }, (_, i) =>
      converse(offering, dueTimes(offering, began, i), deadline, latencies),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  return { requests: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) }
}

/** When a connection's requests are due: at once, or in turn with the other connections'. */
function* dueTimes({ rate, connections }: Offering, began: number, connection: number) {
  for (let request = connection; ; request += connections) {
    yield rate === undefined ? performance.now() : began + (request / rate) * 1000
  }
}

async function converse(
  { port, next }: Offering,
  dueTimes: Iterator<number>,
  deadline: number,
  latencies: number[],
) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  // A reset is reported by whoever waits for an answer.
  socket.on('error', () => {})
  try {
    for (;;) {
      const due: number = dueTimes.next().value
      if (due >= deadline) break
      const early = due - performance.now()
      if (early > 1) await pause(early)
      const { head, body } = next()
      socket.cork()
      socket.write(`${head}Host: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`, 'latin1')
      socket.write(body)
      socket.uncork()
      await answered(socket)
      latencies.push(performance.now() - due)
    }
  } finally {
    socket.destroy()
  }
}

/** Resolves when one whole answer has come; rejects with what came when it is no success. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (error?: Error) => {
      socket.off('data', hear).off('close', lose)
      if (error) reject(error)
      else resolve()
    }
    const lose = () => end(new Error('The server closed the connection.'))
    const hear = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0)
      if (text.length < headEnd + 4 + length) return
      end(text.startsWith('HTTP/1.1 2') ? undefined : new Error(`Refused:\n${text}`))
    }
    if (socket.destroyed) lose()
    else socket.on('data', hear).on('close', lose)
  })
}
