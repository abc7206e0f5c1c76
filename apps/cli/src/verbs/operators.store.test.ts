import { freePort } from '@sluice/embedded'
import { receiveMail } from '@sluice/mail/testing'
import { expect, test } from 'vitest'
import { acceptLink } from '../testing/accept-link.ts'
import { runCli } from '../testing/run-cli.ts'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { environment, core, sluice, sluiceJson } = await useOwnDatabase()

test('operators are invited by link, added on acceptance, removed, and logged', async () => {
  const email = 'eve@sluice.example'
  const { link, ...made } = await sluiceJson('operators', 'add', email)
  expect(made).toEqual({ operator: email, expiresAt: expect.any(String) })
  expect(await sluiceJson('operators', 'list')).toEqual({
    items: [],
    invited: [{ email, expiresAt: made.expiresAt }],
  })
  await acceptLink(core, link)
  expect((await sluice('operators', 'add', email)).exitCode).toBe(4)
  expect((await sluice('operators', 'add', 'eve')).stderr).toContain('eve is not an email address')
  const { items } = await sluiceJson('operators', 'list')
  expect(items).toEqual([{ email, name: 'Eve', addedAt: expect.any(String) }])
  const removed = await sluice('operators', 'remove', email)
  expect(removed.stdout).toContain(`${email} is neither an operator nor invited any more.`)
  expect((await sluice('operators', 'list')).stdout).toContain('There are none.')
  expect((await sluice('operators', 'remove', email)).exitCode).toBe(3)
  const { items: acts } = await sluiceJson('operators', 'log')
  const at = expect.any(String)
  expect(acts).toEqual(['removed', 'added', 'invited'].map((kind) => ({ kind, email, at })))
  expect((await sluice('operators', 'log')).stdout).toMatch(/TIME +WHAT +EMAIL\n.* removed +eve@/)
})

test('with SMTP configured, an invitation link is mailed and not shown', async () => {
  const server = await receiveMail()
  const mail = { SMTP_URL: server.smtpUrl, MAIL_FROM: 'Sluice <sluice@acme.example>' }
  const email = 'flo@sluice.example'
  const added = await runCli(['operators', 'add', email], { ...environment, ...mail })
  expect(added).toMatchObject({ exitCode: 0, stderr: '' })
  expect(added.stdout).toContain(`sent to ${email}`)
  expect(added.stdout).not.toContain('svinv_')
  expect(server.received).toMatchObject([{ to: [email], raw: expect.stringContaining('svinv_') }])
  await server.close()
})

test('with a mail server that is away, a link to hand over is shown', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`
  const email = 'gil@sluice.example'
  const added = await runCli(['operators', 'add', email], {
    ...{ ...environment, SMTP_URL, MAIL_FROM: 'Sluice <sluice@acme.example>' },
  })
  expect(added).toMatchObject({ exitCode: 0, stderr: '' })
  expect(added.stdout).toMatch(/no mail was sent: .*\n.*#svinv_/)
  const open = await core.db.invitation.findMany({ where: { email, status: 'open' } })
  expect(open).toMatchObject([{ delivery: 'operator' }])
})
