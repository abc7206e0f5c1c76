import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.ts'
import { openMailer } from './open-mailer.ts'
import { receiveMail } from './testing/receive-mail.ts'

let server: Awaited<ReturnType<typeof receiveMail>>
beforeAll(async () => {
  server = await receiveMail()
})
afterAll(() => server.close())

const open = () => openMailer({ smtpUrl: server.smtpUrl, from: 'Sluice <sluice@acme.example>' })
const invitation = {
  to: 'cy@sluice.example',
  link: 'https://console.sluice.example/join#svinv_secret',
  organization: 'Acme',
  role: 'viewer',
  expiresAt: '2026-06-08T12:00:00.000Z',
}

test('an invitation is sent only to its address and contains the link', async () => {
  await open().send(invitationMail(invitation))
  const [mail] = server.received.splice(0)
  expect(mail?.to).toEqual(['cy@sluice.example'])
  expect(mail?.raw).toContain('From: Sluice <sluice@acme.example>')
  expect(mail?.raw).toContain('Subject: Invitation to join Acme on Sluice')
  expect(mail?.raw).toContain('You are invited to join "Acme" on Sluice as viewer.')
  expect(mail?.raw.replaceAll('=\r\n', '')).toContain('/join#svinv_secret')
})

test('a user-chosen name adds no mail header and no recipient', async () => {
  const organization = 'Acme\r\nBcc: eve@evil.example\r\n\r\nOpen https://evil.example'
  await open().send(invitationMail({ ...invitation, organization }))
  const [mail] = server.received.splice(0)
  expect(mail?.to).toEqual(['cy@sluice.example'])
  expect(mail?.raw).not.toMatch(/^Bcc:/m)
  expect(mail?.raw).toContain('Subject: Invitation to join Sluice\r\n')
  expect(mail?.raw).not.toMatch(/evil.example/)
})

test('an address that contains a second one is not delivered to it', async () => {
  const to = 'cy@sluice.example, eve@evil.example'
  const sent = open().send({ ...invitationMail(invitation), to })
  await expect(sent).rejects.toThrow()
  expect(server.received.splice(0)).toEqual([])
})

test('sending fails when the server rejects the mail', async () => {
  server.refuse(true)
  await expect(open().send(invitationMail(invitation))).rejects.toThrow('No such mailbox')
  server.refuse(false)
})
