import { isDeepStrictEqual } from 'node:util'
import { type Mailer, type MailSettings, openMailer } from '@sluice/mail'
import { environment } from '../environment.ts'

interface OpenMail {
  readonly settings: MailSettings
  readonly mailer: Mailer
}

// Next bundles pages and route handlers separately; both send over these connections, which `main.mjs` closes.
const process = globalThis as typeof globalThis & { sluiceMail?: OpenMail }

/** The mailer; undefined if mail is off. */
export function mailer(): Mailer | undefined {
  const { mail: settings } = environment()
  if (!settings) return undefined
  // Compared by value, because each bundle has its own settings object.
  if (!isDeepStrictEqual(process.sluiceMail?.settings, settings)) {
    process.sluiceMail?.mailer.close()
    process.sluiceMail = { settings, mailer: openMailer(settings) }
  }
  return process.sluiceMail?.mailer
}
