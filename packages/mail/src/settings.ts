import { z } from 'zod'

export interface MailSettings {
  /** The SMTP server; may contain user and password. */
  readonly smtpUrl: string
  /** The sender, for example `Sluice <no-reply@acme.example>`. */
  readonly from: string
}

/** The variables for sending mail. Without them, none is sent. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host:465' })
    .refine(isDecodable, 'must have % in user and password written as %25')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, 'must be like Sluice <no-reply@acme.example>')
    .optional(),
}

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== ''
  } catch {
    return false
  }
}

interface Variables {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
}

/** @returns undefined if no mail can be sent */
export function mailSettings({ SMTP_URL, MAIL_FROM }: Variables): MailSettings | undefined {
  return SMTP_URL && MAIL_FROM ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : undefined
}

/** Why the variables are inconsistent, if they are. */
export function mailFault({ SMTP_URL, MAIL_FROM }: Variables): string | undefined {
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return undefined
  return 'SMTP_URL and MAIL_FROM go together: set both, or neither.'
}
