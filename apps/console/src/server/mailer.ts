import { type Mailer, openMailer } from '@sluice/mail'
import { environment } from './environment.ts'

/** How this console sends mail; undefined where it sends none. */
export function mailer(): Mailer | undefined {
  const { mail } = environment()
  return mail && openMailer(mail)
}
