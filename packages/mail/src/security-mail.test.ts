import { expect, test } from 'vitest'
import { resetMail } from './reset-mail.ts'
import { securityMail } from './security-mail.ts'

const notice = {
  to: 'cy@sluice.example',
  what: 'Your password was changed.',
  at: '2026-06-01T12:00:00.000Z',
  address: '192.0.2.7',
  device: 'Firefox on Linux',
  consoleUrl: 'https://console.sluice.example',
}

test('a security notice says what, when, where, which device, and what to do', () => {
  const { to, subject, text } = securityMail(notice)
  expect([to, subject]).toEqual(['cy@sluice.example', 'Sluice: Your password was changed'])
  const facts = { ...notice, at: '1 June 2026 at 12:00 UTC' }
  for (const fact of Object.values(facts)) expect(text).toContain(fact)
  expect(text).toContain('change your password and end all other')
})

test('a security notice omits unknown facts, and names add no lines', () => {
  const what = 'You joined Acme\r\n\r\nOpen https://evil.example as viewer.'
  const { subject, text } = securityMail({ ...notice, what, address: null, device: null })
  expect(text).not.toMatch(/Address:|Device:|null/)
  expect(text).not.toMatch(/^Open https/m)
  expect(subject).not.toMatch(/[\r\n]/)
})

test('a password reset mail says how long its link is valid', () => {
  const link = 'https://console.sluice.example/reset-password#secret'
  const { text } = resetMail({ to: 'cy@sluice.example', link, minutes: 30 })
  expect(text).toContain(link)
  expect(text).toContain('It works once, for 30 minutes')
})
