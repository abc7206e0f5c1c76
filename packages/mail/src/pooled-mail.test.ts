import { expect, test } from 'vitest'
import { openMailer } from './open-mailer.ts'
import { receiveMail } from './testing/receive-mail.ts'

const mail = { to: 'cy@sluice.example', subject: 'A notice', text: 'Something happened.' }

test('mails share a connection, and one that the server rejects keeps none from being sent', async () => {
  const server = await receiveMail()
  const mailer = openMailer({ smtpUrl: server.smtpUrl, from: 'sluice@acme.example' })
  for (let i = 0; i < 3; i++) await mailer.send(mail)
  expect([server.received.length, server.connections()]).toEqual([3, 1])
  server.refuse(true)
  await expect(mailer.send(mail)).rejects.toThrow('No such mailbox')
  server.refuse(false)
  await mailer.send(mail)
  expect(server.received).toHaveLength(4)
  mailer.close()
  await server.close()
})

test('many mails at once are sent over at most four connections', async () => {
  const server = await receiveMail()
  const mailer = openMailer({ smtpUrl: server.smtpUrl, from: 'sluice@acme.example' })
  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)))
  expect(server.received).toHaveLength(20)
  expect(server.connections()).toBeLessThanOrEqual(4)
  mailer.close()
  await server.close()
})

test('a mail is sent over a new connection when the server has closed the old one', async () => {
  const first = await receiveMail()
  const port = Number(new URL(first.smtpUrl).port)
  const mailer = openMailer({ smtpUrl: first.smtpUrl, from: 'sluice@acme.example' })
  await mailer.send(mail)
  await first.close()
  const second = await receiveMail(port)
  await mailer.send(mail)
  expect([first.received.length, second.received.length]).toEqual([1, 1])
  mailer.close()
  await second.close()
})
