import { createTransport } from 'nodemailer'
import type { MailSettings } from './settings.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Hands a mail in. Rejects when the server does not take it, or does not answer in time. */
  send(mail: Mail): Promise<void>
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** A way to send mail by the server of the settings. A connection is opened for each mail. */
export function openMailer({ smtpUrl, from }: MailSettings): Mailer {
  // Without these a message could name a file or a URL whose content is sent.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url: smtpUrl, ...timeouts, ...closed })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: plain(subject),
        text,
      })
    },
  }
}

/** A subject is one line, whatever name of somebody's choice is in it. */
function plain(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, ' ')
}
