import { receiveMail } from '@sluice/mail/testing'
import { describe, expect, test, vi } from 'vitest'
import { backgroundDone } from '../in-background.ts'
import { settings } from '../testing/environment.ts'
import { withoutAudit } from '../testing/without-audit.ts'
import { newBrowser } from './testing/browser.ts'
import { setUpCompany } from './testing/set-up-company.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { current, core, acme, other, domain, owner, newOwner, enter, things, person } =
  setUpCompany()

describe('an existing account', () => {
  async function newAccount(name: string) {
    const email = `${name}@${domain}`
    await newOwner(other, email, name)
    return email
  }

  test('is connected to the provider only after its holder has signed in to it', async () => {
    const email = await newAccount('jo')
    const browser = newBrowser()
    current.provider.signInAs(person('jo'))
    expect(await enter(browser, acme, `/o/${acme}/keys`)).toBe('/sign-in/connect')
    expect(await things(browser)).toMatchObject({ status: 401 })
    expect((await browser.post('/company/connect', {})).status).toBe(401)
    await browser.signIn(email)
    expect(await things(browser)).toMatchObject({ status: 404 })
    const connected = await browser.post('/company/connect', {})
    const next = `/o/${acme}/keys`
    expect(await connected.json()).toEqual({ organizationId: acme, next })
    expect(await enter(browser, acme, next)).toBe(next)
    expect(await things(browser)).toMatchObject({ status: 200 })
  })

  test('gets a mail when it is connected', async () => {
    const email = await newAccount('lea')
    const server = await receiveMail()
    settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
    try {
      const browser = newBrowser()
      current.provider.signInAs(person('lea'))
      await enter(browser, acme)
      await browser.signIn(email)
      await backgroundDone()
      server.received.splice(0)
      await browser.post('/company/connect', {})
      await backgroundDone()
      expect(server.received).toMatchObject([{ to: [email] }, { to: [email] }])
      const text = server.received.map(({ raw }) => raw.replaceAll('=\r\n', '')).join()
      expect(text).toContain('A company sign-in was connected to your account.')
      expect(text).toContain(`You joined ${acme} as viewer.`)
    } finally {
      settings.mail = undefined
      await server.close()
    }
  })

  test('is not said to be another’s if the database is busy, and can be connected after that', async () => {
    const email = await newAccount('max')
    const browser = newBrowser()
    current.provider.signInAs(person('max'))
    await enter(browser, acme)
    await browser.signIn(email)
    withoutAudit(core)
    expect((await browser.post('/company/connect', {})).status).toBe(503)
    expect(current.logged).toContain('The audit log is busy.')
    vi.restoreAllMocks()
    expect((await browser.post('/company/connect', {})).status).toBe(200)
    const again = await browser.post('/company/connect', {})
    expect(await again.json()).toMatchObject({ code: 'COMPANY_SIGN_IN_EXPIRED' })
  })

  test('is not connected by the sign-in of another person, or by an old sign-in', async () => {
    const email = await newAccount('kim')
    const browser = newBrowser()
    const enterAsKim = async () => {
      current.provider.signInAs(person('kim'))
      expect(await enter(browser, acme)).toBe('/sign-in/connect')
    }
    await enterAsKim()
    await browser.signIn(owner)
    expect((await browser.post('/company/connect', {})).status).toBe(409)
    await enterAsKim()
    await browser.signIn(email)
    const since = new Date(Date.now() - 601_000)
    await core.db.session.updateMany({ where: { user: { email } }, data: { createdAt: since } })
    const old = await browser.post('/company/connect', {})
    expect(await old.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' })
    expect(await core.db.companyIdentity.count({ where: { user: { email } } })).toBe(0)
  })
})
