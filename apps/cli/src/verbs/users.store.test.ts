import { randomUUID } from 'node:crypto'
import { verifyPassword } from '@better-auth/utils/password'
import { describe, expect, test } from 'vitest'
import { acceptLink } from '../testing/accept-link.ts'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice, sluiceJson } = await useOwnDatabase()

describe('the users command', () => {
  test('set-password sets a new password and ends all sessions', async () => {
    const email = 'cy@hooli.example'
    const create = ['organizations', 'create', '--id', 'hooli', '--name', 'Hooli', '--admin', email]
    const { admin } = await sluiceJson(...create)
    await acceptLink(core, admin.link)
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const session = { id: randomUUID(), token: randomUUID(), userId }
    await core.db.session.create({ data: { ...session, expiresAt: new Date('2099-01-01') } })

    const { password, ...ended } = await sluiceJson('users', 'set-password', email)
    expect(ended).toEqual({ email, passkeysDeleted: 0, twoStepIsOn: false, told: null })
    const { accounts, sessions } = await core.db.user.findUniqueOrThrow({
      where: { email },
      include: { accounts: true, sessions: true },
    })
    expect(accounts).toHaveLength(1)
    const hash = accounts[0]?.password ?? ''
    expect(await verifyPassword(hash, password)).toBe(true)
    expect(sessions).toEqual([])
  })

  test('reset-second-factor keeps the password', async () => {
    const email = 'di@hooli.example'
    await acceptLink(core, (await sluiceJson('operators', 'add', email)).link)
    await core.db.user.update({ where: { email }, data: { twoFactorEnabled: true } })
    const reset = await sluiceJson('users', 'reset-second-factor', email)
    expect(reset).toEqual({ email, twoStepWasOn: true, passkeysDeleted: 0, told: null })
    const { stdout } = await sluice('users', 'reset-second-factor', email)
    expect(stdout).toContain('Notice: not sent, because SMTP_URL is not set here.')
    const user = await core.db.user.findUnique({ where: { email }, include: { accounts: true } })
    expect(user).toMatchObject({
      twoFactorEnabled: false,
      accounts: [{ providerId: 'credential' }],
    })
  })

  test('log shows the changes to accounts and no secret', async () => {
    const email = 'ed@hooli.example'
    await acceptLink(core, (await sluiceJson('operators', 'add', email)).link)
    const { password } = await sluiceJson('users', 'set-password', email)
    await sluiceJson('users', 'reset-second-factor', email)
    const { items } = await sluiceJson('users', 'log')
    expect(items.filter((act: { email: string }) => act.email === email)).toMatchObject([
      { act: 'members.resetSecondFactor', by: 'operator', address: null },
      { act: 'members.setPassword', by: 'operator', address: null },
      { act: 'members.join', by: 'own' },
    ])
    const { items: theirs } = await sluiceJson('users', 'log', email)
    expect(theirs).toEqual(items.filter((act: { email: string }) => act.email === email))
    const { stdout } = await sluice('users', 'log')
    expect(stdout).toMatch(/members\.setPassword +1 +command line +ed@hooli\.example/)
    expect(stdout).not.toContain(password)
  })

  test.each(['set-password', 'reset-second-factor'])(
    '%s rejects an address without an account',
    async (verb) => {
      const { exitCode } = await sluice('users', verb, 'nobody@hooli.example')
      expect(exitCode).toBe(3)
    },
  )
})
