import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  /** Head and body as received. */
  readonly raw: string
}

/** A mail server on this machine, by default on a free port, which stores or refuses what it gets. */
export async function receiveMail(wantedPort = 0) {
  const received: ReceivedMail[] = []
  let refusing = false
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // Closing does not wait longer for connections that a sender keeps open.
    closeTimeout: 1,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo(_address, _session, done) {
      done(refusing ? new Error('No such mailbox') : undefined)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  server.listen(wantedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    received,
    /** Connections opened so far. */
    connections: () => connections,
    /** Starts or stops refusing mails. */
    refuse(isRefusing: boolean) {
      refusing = isRefusing
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** A mail server on this machine that greets each client, and ends the connection at its first word. */
export async function hangUp() {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 mail.example\r\n')
    socket.once('data', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { smtpUrl: `smtp://127.0.0.1:${port}`, close: () => void server.close() }
}
