/** Company sign-in over HTTP as a browser does it, with a certified OpenID provider. */
import { inviteMember } from '@sluice/core'
import { receiveMail } from '@sluice/mail/testing'
import { openFetchTurns } from '@sluice/openid'
import { testClient } from '@sluice/openid/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backgroundDone } from '../in-background.ts'
import { settings } from '../testing/environment.ts'
import { withoutAudit } from '../testing/without-audit.ts'
import { newBrowser, password } from './testing/browser.ts'
import { setUpCompany } from './testing/set-up-company.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { current, core, acme, other, domain, owner, asOperator, newOwner, enter, things, person } =
  setUpCompany()

describe('company sign-in', () => {
  test('by the domain of an address joins a new person as a viewer and returns to the page', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('cy'))
    expect(await enter(browser, `cy@${domain}`, `/o/${acme}/things`)).toBe(`/o/${acme}/things`)
    expect(await things(browser)).toMatchObject({ status: 200 })
    const account = await browser.call('account.get', acme)
    expect(account.data).toMatchObject({ user: { name: 'cy' }, byCompany: acme })
    const row = await core.db.session.findFirstOrThrow({
      where: { user: { email: `cy@${domain}` } },
    })
    expect(row).toMatchObject({ method: 'company', companyOrganizationId: acme })
    const logged = () =>
      core.db.accountAct.findMany({ where: { userId: row.userId }, select: { act: true } })
    const both = [{ act: 'members.join' }, { act: 'account.signIn' }]
    await expect.poll(logged).toEqual(expect.arrayContaining(both))
  })

  test('by the id of an organization leads to its overview', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('dee'))
    expect(await enter(browser, acme, 'https://evil.example')).toBe(`/o/${acme}`)
  })

  test('is not offered without a provider, whether or not the account exists', async () => {
    const browser = newBrowser()
    const none = { status: 404, url: '', code: 'NO_COMPANY_SIGN_IN' }
    for (const company of ['ann@unknown.example', other, 'nobody', '', '@', `x@sub.${domain}`]) {
      expect(await browser.start(company)).toEqual(none)
    }
    const known = await browser.start(owner)
    const unknown = await browser.start(`unknown@${domain}`)
    expect(known.status).toBe(200)
    const shape = (url: string) => [...new URL(url).searchParams.keys()]
    expect(shape(known.url)).toEqual(shape(unknown.url))
  })

  test('gives an invited person the role of the invitation if others cannot join', async () => {
    await inviteMember(await asOperator(acme), {
      email: `ed@${domain}`,
      role: 'admin',
      byMail: false,
    })
    const browser = newBrowser()
    current.provider.signInAs(person('ed'))
    expect(await enter(browser, acme)).toBe(`/o/${acme}`)
    const of = { organizationId: acme, user: { email: `ed@${domain}` } }
    expect(await core.db.membership.findFirst({ where: of })).toMatchObject({ role: 'admin' })
  })

  test.each([
    ['that is not verified', { emailVerified: false }, 'unverified'],
    ['without a claim that it is verified', { emailVerified: undefined }, 'unverified'],
    ['of an unproven domain', { email: 'fay@unproven.example' }, 'domain'],
  ])('is rejected with an address %s', async (_title, change, why) => {
    const browser = newBrowser()
    current.provider.signInAs(person('fay', change))
    expect(await enter(browser, acme, '/keys')).toBe(`/sign-in?company=${why}&next=%2Fkeys`)
    expect(await things(browser)).toMatchObject({ status: 401 })
  })

  test('is rejected with a forged id token, which is logged without secrets', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('gus'), { byAnotherKey: true })
    expect(await enter(browser, acme)).toBe('/sign-in?company=provider')
    expect(current.logged).toContain('was not accepted')
    expect(current.logged).not.toContain(testClient.clientSecret)
    expect(await things(browser)).toMatchObject({ status: 401 })
  })

  test('is rejected as busy if there are too many requests to the provider', async () => {
    const crowd = (sluiceProviderTurns: unknown) =>
      Object.assign(globalThis, { sluiceProviderTurns })
    const none = openFetchTurns({ perOwner: 0, longest: 0 })
    const browser = newBrowser()
    current.provider.signInAs(person('jo'))
    const { url } = await browser.start(acme)
    const back = await current.provider.follow(url)
    crowd(none)
    const busy = { status: 503, code: 'PROVIDER_BUSY' }
    expect(await browser.start(acme)).toMatchObject(busy)
    const answer = await browser.open(back)
    crowd(undefined)
    expect(answer.headers.get('location')).toBe('/sign-in?company=busy')
  })

  test('is rejected as busy, and logged, if the database is', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('kay'))
    const { url } = await browser.start(acme)
    const back = await current.provider.follow(url)
    withoutAudit(core)
    expect((await browser.open(back)).headers.get('location')).toBe('/sign-in?company=busy')
    expect(current.logged).toContain('The audit log is busy.')
  })

  test('can be completed only once, in the browser that started it', async () => {
    const [one, two] = [newBrowser(), newBrowser()]
    current.provider.signInAs(person('hal'))
    const { url } = await one.start(acme)
    const back = await current.provider.follow(url)
    const expired = '/sign-in?company=expired'
    expect((await two.open(back)).headers.get('location')).toBe(expired)
    await two.start(acme)
    expect((await two.open(back)).headers.get('location')).toBe(expired)
    const elsewhere = back.replace(acme, other)
    expect((await one.open(elsewhere)).headers.get('location')).toBe(expired)
    expect((await one.open(back)).headers.get('location')).toBe(expired)
  })

  test('takes over an account that anybody may have created, and ends its sessions', async () => {
    const email = `kim@${domain}`
    await newOwner(other, email, 'Mallory')
    await core.db.user.update({ where: { email }, data: { addressProof: 'none' } })
    const [mallory, kim] = [newBrowser(), newBrowser()]
    await mallory.signIn(email)
    expect(await things(mallory, other)).toMatchObject({ status: 200 })
    current.provider.signInAs(person('kim'))
    expect(await enter(kim, acme)).toBe(`/o/${acme}`)
    const account = await kim.call('account.get', acme)
    expect(account.data).toMatchObject({ user: { name: 'kim', email }, byCompany: acme })
    expect(await things(mallory, other)).toMatchObject({ status: 401 })
    const again = await mallory.post('/sign-in/email', { email, password })
    expect(again.status).toBe(401)
    // The company opens only its own organization.
    expect((await things(kim, other)).status).not.toBe(200)
  })

  describe('sends mail', () => {
    let server: Awaited<ReturnType<typeof receiveMail>>
    beforeAll(async () => {
      server = await receiveMail()
      settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
    })
    afterAll(async () => {
      settings.mail = undefined
      await server.close()
    })

    async function subjects() {
      await backgroundDone()
      return server.received.splice(0).map(({ to, raw }) => {
        const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(raw) ?? []
        return [...to, subject.replace(/\r\n /g, ' ')]
      })
    }
    const joined = `Sluice: You joined ${acme} as viewer`
    const signedIn = 'Sluice: Somebody signed in to your account from a new browser'

    test('about a new membership, and a sign-in from a new browser', async () => {
      const [one, two] = [newBrowser(), newBrowser()]
      const email = `lee@${domain}`
      current.provider.signInAs(person('lee'))
      await enter(one, acme)
      expect(await subjects()).toEqual([[email, joined]])
      const createdAt = new Date(Date.now() - 3_600_000)
      await core.db.user.update({ where: { email }, data: { createdAt } })
      await enter(one, acme)
      expect(await subjects()).toEqual([])
      await enter(two, acme)
      expect(await subjects()).toEqual([[email, signedIn]])
      await enter(two, acme)
      expect(await subjects()).toEqual([])
      // A browser stays known to one person after the sign-ins of others, up to four.
      const enterAs = async (name: string) => {
        current.provider.signInAs(person(name))
        await enter(one, acme)
        return subjects()
      }
      await enterAs('mo')
      expect(await enterAs('lee')).toEqual([])
      for (const name of ['ned', 'oda', 'pia', 'quin']) {
        expect(await enterAs(name)).toEqual([[`${name}@${domain}`, joined]])
      }
      expect(await enterAs('lee')).toEqual([[email, signedIn]])
    })
  })

  test('is rejected if the provider has changed since its start', async () => {
    const browser = newBrowser()
    current.provider.signInAs(person('ida'))
    const { url } = await browser.start(acme)
    const back = await current.provider.follow(url)
    const where = { organizationId: acme }
    await core.db.identityProvider.update({ where, data: { clientId: 'another' } })
    const answer = await browser.open(back)
    await core.db.identityProvider.update({ where, data: { clientId: testClient.clientId } })
    expect(answer.headers.get('location')).toBe('/sign-in?company=changed')
  })
})
