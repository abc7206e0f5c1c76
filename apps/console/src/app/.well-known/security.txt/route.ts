import { securityText } from '@sluice/contract'
import { texts } from '#texts/app.ts'

export const dynamic = 'force-dynamic'

/** The contact for security reports (RFC 9116); 404 if none is configured. */
export function GET() {
  const { SECURITY_CONTACT, CONSOLE_URL = '' } = process.env
  if (!SECURITY_CONTACT) return new Response(`${texts.noContact}\n`, { status: 404 })
  const origin = CONSOLE_URL.replace(/\/+$/, '')
  return new Response(securityText(SECURITY_CONTACT, origin, new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
