import { freePort } from '@sluice/embedded'
import { hangUp, receiveMail } from '@sluice/mail/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { deliver, deliveryFields } from './delivery.ts'

afterEach(() => vi.unstubAllEnvs())

function deliverBy(smtpUrl: string) {
  vi.stubEnv('SMTP_URL', smtpUrl)
  vi.stubEnv('MAIL_FROM', 'sluice@acme.example')
  vi.stubEnv('CONSOLE_URL', 'https://console.example')
  const invited = { email: 'ben@acme.example', organization: 'Acme', role: 'viewer', secret: 'one' }
  return deliver({ ...invited, expiresAt: '2026-01-01T00:00:00.000Z' }, async () => ({
    secret: 'another',
  }))
}

const link = 'https://console.example/join#another'
const next = expect.stringContaining('hand the link over')

test('where the mail server is away, no mail was sent, and another link is shown', async () => {
  const delivered = await deliverBy(`smtp://ann:hunter2@127.0.0.1:${await freePort()}`)
  const fields = deliveryFields(delivered)
  expect(fields).toEqual({ warning: expect.stringMatching(/^no mail was sent: /), link, next })
  expect(JSON.stringify(fields)).not.toContain('hunter2')
})

test('where the mail server hangs up, a mail may have been sent, and another link is shown', async () => {
  const server = await hangUp()
  const fields = deliveryFields(await deliverBy(server.smtpUrl))
  const warning = expect.stringMatching(/unknown whether the mail was sent.*link no longer works/)
  expect(fields).toEqual({ warning, link, next })
  server.close()
})

test('where the mail server refuses the mail, none was sent, and another link is shown', async () => {
  const server = await receiveMail()
  server.refuse(true)
  const fields = deliveryFields(await deliverBy(server.smtpUrl))
  const warning = expect.stringMatching(/^no mail was sent: .*No such mailbox/)
  expect(fields).toEqual({ warning, link, next })
  await server.close()
})
