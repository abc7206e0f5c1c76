import { freePort } from '@sluice/embedded'
import { afterEach, expect, test, vi } from 'vitest'
import { deliver, deliveryFields } from './delivery.ts'

afterEach(() => vi.unstubAllEnvs())

test('where the mail server is away, a link to hand over is shown with a warning', async () => {
  const port = await freePort()
  vi.stubEnv('SMTP_URL', `smtp://ann:hunter2@127.0.0.1:${port}`)
  vi.stubEnv('MAIL_FROM', 'sluice@acme.example')
  vi.stubEnv('CONSOLE_URL', 'https://console.example')
  const invited = { email: 'ben@acme.example', organization: 'Acme', role: 'viewer', secret: 'one' }
  const delivered = await deliver(
    { ...invited, expiresAt: '2026-01-01T00:00:00.000Z' },
    async () => ({ secret: 'another' }),
  )
  expect(delivered).toMatchObject({ link: 'https://console.example/join#another' })
  const fields = deliveryFields(delivered)
  expect(fields).toMatchObject({
    warning: expect.stringContaining('no mail was sent: '),
    next: expect.stringContaining('hand the link over'),
  })
  expect(JSON.stringify(fields)).not.toContain('hunter2')
})
