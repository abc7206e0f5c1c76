import { createTransport } from 'nodemailer'
import type { MailSettings } from './settings.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Submits a mail. Rejects if the server does not accept it, or does not answer in time. */
  send(mail: Mail): Promise<void>
  /** Closes the connections. Mails not submitted by then fail. */
  close(): void
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Connections, and how long one waits for the next mail. */
const pool = { pool: true, maxConnections: 4, idleTimeout: 10_000 } as const

/** Opens a mailer for the settings' server, with connections that mails share. Close it at the end. */
export function openMailer({ smtpUrl, from }: MailSettings): Mailer {
  // Otherwise a message could name a file or URL whose content would be sent.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url: smtpUrl, ...pool, ...timeouts, ...closed })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: plain(subject),
        text,
      })
    },
    close: () => transport.close(),
  }
}

/** Whether the server said no, or was never reached. After any other failure, it may have taken the mail all the same. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { syscall } = error as NodeJS.ErrnoException
  return 'responseCode' in error || syscall === 'connect' || syscall === 'getaddrinfo'
}

/** A subject is one line, whatever user-chosen name it contains. */
function plain(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, ' ')
}
