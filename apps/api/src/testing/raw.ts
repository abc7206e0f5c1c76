import { connect, type Socket } from 'node:net'

/** The answer of the service at `base` to raw bytes on a new connection, which is half-closed after them if `halfClosed`. */
export function rawTo(base: string, bytes: string, halfClosed = false): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket: Socket = connect(Number(port), hostname, () => {
      if (halfClosed) socket.end(bytes)
      else socket.write(bytes)
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
