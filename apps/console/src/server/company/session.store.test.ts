import { randomUUID } from 'node:crypto'
import { resetPassword, startPasswordReset } from '@sluice/core'
import { describe, expect, test, vi } from 'vitest'
import { consoleUrl } from '../testing/environment.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { newBrowser, password } from './testing/browser.ts'
import { setUpCompany } from './testing/set-up-company.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { current, core, acme, other, domain, enter, things, person } = setUpCompany()

describe('a session of company sign-in', () => {
  test('does not begin if the account was claimed in the meantime', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('max'))
    await enter(browser, acme)
    const email = `max@${domain}`
    async function claim() {
      const secret = (await startPasswordReset(core, email))?.secret ?? ''
      const request = { address: null, requestId: 'test' }
      await resetPassword(core, { secret, passwordHash: 'x' }, request)
    }
    meanwhile(core.db.session, 'create', { before: claim })
    expect(await enter(browser, acme)).toBe('/sign-in?company=changed')
    expect(await core.db.session.count({ where: { user: { email } } })).toBe(0)
    expect(await enter(browser, acme)).toBe('/sign-in/connect')
  })

  test('ends none of the person’s own, however many there are', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('mel'))
    await enter(browser, acme)
    const { id: userId } = await core.db.user.findUniqueOrThrow({
      where: { email: `mel@${domain}` },
    })
    const own = { userId, method: 'password', companyOrganizationId: null } as const
    const byCompany = { userId, method: 'company', companyOrganizationId: acme } as const
    const data = Array.from({ length: 101 }, () => [own, byCompany]).flat()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await core.db.session.createMany({
      data: data.map((row) => ({ ...row, id: randomUUID(), token: randomUUID(), expiresAt })),
    })
    await enter(browser, acme)
    expect(await core.db.session.count({ where: own })).toBe(101)
    expect(await core.db.session.count({ where: byCompany })).toBe(100)
    expect(await things(browser)).toMatchObject({ status: 200 })
  })

  test('has access to its organization only, and not to the account', async () => {
    const email = `lou@${domain}`
    const browser = newBrowser()
    current.provider.signInAs(person('lou'))
    await enter(browser, acme)
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const data = { id: randomUUID(), organizationId: other, userId, role: 'owner' }
    await core.db.membership.create({ data })
    await core.db.operator.create({ data: { userId, addedAt: new Date() } })
    expect(await things(browser)).toMatchObject({ status: 200 })
    expect(await things(browser, other)).toMatchObject({ status: 404 })
    expect(await browser.call('operator.organizations', undefined)).toMatchObject({ status: 403 })
    const refused = { status: 403 }
    expect(await browser.call('account.rename', acme, { name: 'x' })).toMatchObject(refused)
    expect(await browser.call('account.endOtherSessions', acme, undefined)).toMatchObject(refused)
    expect(await browser.call('account.deletePasskey', acme, { passkeyId: 'x' })).toMatchObject(
      refused,
    )
    expect(await browser.call('join.accept', undefined, { secret: 'x' })).toMatchObject(refused)
    const { data: account } = await browser.call('account.get', acme)
    expect(account).toMatchObject({ passkeys: [], sessions: [{ isThis: true }] })
    const calls = ['/change-password', '/two-factor/enable', '/two-factor/verify-totp']
    const backup = '/two-factor/verify-backup-code'
    for (const path of [...calls, backup, '/two-factor/disable', '/company/connect']) {
      const body = { password, code: '000000', currentPassword: password, newPassword: password }
      const answer = await browser.post(path, body)
      expect(await answer.json()).toMatchObject({ code: 'COMPANY_SESSION' })
    }
    const options = `${consoleUrl}/api/auth/passkey/generate-register-options`
    expect((await browser.open(options)).status).toBe(403)
  })
})
