/** Sign-in by an organization's provider, as a browser makes it: against a certified OpenID provider, through HTTP. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  actForOrganization,
  addOwner,
  contextOfMembers,
  createOrganization,
  grantDomain,
  inviteMember,
  openCore,
} from '@sluice/core'
import { startProvider, testClient } from '@sluice/openid/testing'
import { hashPassword } from 'better-auth/crypto'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...path]/route.ts'
import { GET, POST } from '../../app/api/trpc/[procedure]/route.ts'
import { GET as exportThings } from '../../app/o/[organization]/export-things/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { createAuth } from '../auth.ts'
import { consoleUrl, settings } from '../testing/environment.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = openCore({
  databaseUrl: inject('databaseUrl'),
  clickhouseUrl: inject('clickhouseUrl'),
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const [acme, other] = [`acme-${randomUUID()}`, `other-${randomUUID()}`]
const domain = `${randomUUID()}.example`
const password = 'quite a good password'
const owner = `owner@${domain}`
const request = { address: null, requestId: 'test' }
const redirectUri = `${consoleUrl}/api/auth/company/callback/${acme}`
let provider: Awaited<ReturnType<typeof startProvider>>

async function asOperator(organizationId: string) {
  const system = await actForOrganization(core, 'test', organizationId)
  if (!system) throw new Error('There is no such organization.')
  return contextOfMembers(core, system, request)
}

beforeAll(async () => {
  provider = await startProvider({ redirectUris: [redirectUri] })
  const authSecret = randomBytes(32).toString('hex')
  settings.localReceivers = true
  Object.assign(globalThis, { sluiceCore: core })
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  for (const id of [acme, other]) await createOrganization(core, { id, name: id })
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId: acme, email: owner, name: 'Ann', passwordHash })
  await grantDomain(await asOperator(acme), domain)
  const ann = newBrowser()
  await ann.signIn(owner)
  const draft = { ...testClient, issuer: provider.issuer, joinRole: 'viewer' }
  expect(await ann.call('company.setProvider', acme, draft)).toMatchObject({ status: 200 })
})
afterAll(async () => {
  Object.assign(globalThis, { sluiceCore: undefined, sluiceAuth: undefined })
  settings.localReceivers = false
  await provider.stop()
  await core.close()
})

let logged = ''
beforeEach(() => {
  logged = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const queries = new Set(['company.get', 'things.list', 'account.get', 'operator.organizations'])
let addresses = 0

/** A browser with cookies of its own, at an address of its own. */
function newBrowser() {
  const cookies = new Map<string, string>()
  addresses += 1
  const address = `198.51.100.${addresses}`

  function headers(more: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { cookie, origin: consoleUrl, 'sec-fetch-site': 'same-origin' }
    return { ...own, 'content-type': 'application/json', 'x-forwarded-for': address, ...more }
  }

  function keep(answer: Response) {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function post(path: string, body: object) {
    const sent = { method: 'POST', headers: headers(), body: JSON.stringify(body) }
    return keep(await authPost(new Request(`${consoleUrl}/api/auth${path}`, sent)))
  }

  const open = async (url: string) => keep(await authGet(new Request(url, { headers: headers() })))

  async function start(company: string, next?: string) {
    const answer = await post('/company/start', { company, ...(next !== undefined && { next }) })
    const text = await answer.text()
    const body = (text === '' ? {} : JSON.parse(text)) as { url?: string; code?: string }
    return { status: answer.status, url: body.url ?? '', code: body.code }
  }

  /** Where a sign-in by the company leads in the end. */
  async function enter(company: string, next?: string) {
    const { url } = await start(company, next)
    const answer = await open(await provider.follow(url))
    expect(answer.status).toBe(302)
    return answer.headers.get('location')
  }

  async function call(name: string, organization: string | undefined, input: unknown = {}) {
    const own = headers(organization === undefined ? {} : { [ORGANIZATION_HEADER]: organization })
    const url = `${consoleUrl}/api/trpc/${name}`
    const json = JSON.stringify(input)
    const answer = queries.has(name)
      ? await GET(new Request(`${url}?input=${encodeURIComponent(json)}`, { headers: own }))
      : await POST(new Request(url, { method: 'POST', headers: own, body: json }))
    const body = (await answer.json()) as {
      error?: { message: string }
      result?: { data: unknown }
    }
    return { status: answer.status, message: body.error?.message, data: body.result?.data }
  }

  async function download() {
    const params = Promise.resolve({ organization: acme })
    const url = `${consoleUrl}/o/${acme}/export-things`
    return (await exportThings(new Request(url, { headers: headers() }), { params })).status
  }

  return {
    ...{ post, open, start, enter, call, download },
    signIn: async (email: string) => {
      expect((await post('/sign-in/email', { email, password })).status).toBe(204)
    },
  }
}

const things = (browser: ReturnType<typeof newBrowser>, organization = acme) =>
  browser.call('things.list', organization, { query: {} })

function person(name: string, change: object = {}) {
  const email = `${name}@${domain}`
  return { subject: `${name}-1`, email, emailVerified: true, name, ...change }
}

describe('signing in by the company', () => {
  test('goes by the domain of an address, joins a new person as a viewer, and leads to the page that was wanted', async () => {
    const browser = newBrowser()
    provider.signInAs(person('cy'))
    expect(await browser.enter(`cy@${domain}`, `/o/${acme}/things`)).toBe(`/o/${acme}/things`)
    expect(await things(browser)).toMatchObject({ status: 200 })
    const account = await browser.call('account.get', acme)
    expect(account.data).toMatchObject({ user: { name: 'cy' }, byCompany: acme })
    const row = await core.db.session.findFirstOrThrow({
      where: { user: { email: `cy@${domain}` } },
    })
    expect(row).toMatchObject({ method: 'company', companyOrganizationId: acme })
    const logged = () => core.db.accountAct.findFirst({ where: { userId: row.userId } })
    await expect.poll(logged).toMatchObject({ act: 'account.signIn' })
  })

  test('goes by the id of an organization, and leads to its overview', async () => {
    const browser = newBrowser()
    provider.signInAs(person('dee'))
    expect(await browser.enter(acme, 'https://evil.example')).toBe(`/o/${acme}`)
  })

  test('is not offered where there is none, whether or not there is an account', async () => {
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

  test('works by invitation where new people do not join, with the role of the invitation', async () => {
    await inviteMember(await asOperator(acme), {
      email: `ed@${domain}`,
      role: 'admin',
      byMail: false,
    })
    const browser = newBrowser()
    provider.signInAs(person('ed'))
    expect(await browser.enter(acme)).toBe(`/o/${acme}`)
    const of = { organizationId: acme, user: { email: `ed@${domain}` } }
    expect(await core.db.membership.findFirst({ where: of })).toMatchObject({ role: 'admin' })
  })

  test.each([
    ['that is not verified', { emailVerified: false }, 'unverified'],
    ['that nothing says to be verified', { emailVerified: undefined }, 'unverified'],
    ['of a domain that is not proven', { email: 'fay@unproven.example' }, 'domain'],
  ])('is refused with an address %s', async (_title, change, why) => {
    const browser = newBrowser()
    provider.signInAs(person('fay', change))
    expect(await browser.enter(acme, '/keys')).toBe(`/sign-in?company=${why}&next=%2Fkeys`)
    expect(await things(browser)).toMatchObject({ status: 401 })
  })

  test('is refused with a forged id token, and the log has no secret', async () => {
    const browser = newBrowser()
    provider.signInAs(person('gus'), { byAnotherKey: true })
    expect(await browser.enter(acme)).toBe('/sign-in?company=provider')
    expect(logged).toContain('was not accepted')
    expect(logged).not.toContain(testClient.clientSecret)
    expect(await things(browser)).toMatchObject({ status: 401 })
  })

  test('ends in the browser that began it alone, and once', async () => {
    const [one, two] = [newBrowser(), newBrowser()]
    provider.signInAs(person('hal'))
    const { url } = await one.start(acme)
    const back = await provider.follow(url)
    const expired = '/sign-in?company=expired'
    expect((await two.open(back)).headers.get('location')).toBe(expired)
    await two.start(acme)
    expect((await two.open(back)).headers.get('location')).toBe(expired)
    const elsewhere = back.replace(acme, other)
    expect((await one.open(elsewhere)).headers.get('location')).toBe(expired)
    expect((await one.open(back)).headers.get('location')).toBe(expired)
  })

  test('is refused when the provider was changed meanwhile', async () => {
    const browser = newBrowser()
    provider.signInAs(person('ida'))
    const { url } = await browser.start(acme)
    const back = await provider.follow(url)
    const where = { organizationId: acme }
    await core.db.identityProvider.update({ where, data: { clientId: 'another' } })
    const answer = await browser.open(back)
    await core.db.identityProvider.update({ where, data: { clientId: testClient.clientId } })
    expect(answer.headers.get('location')).toBe('/sign-in?company=changed')
  })
})

describe('an account that exists', () => {
  async function newAccount(name: string) {
    const email = `${name}@${domain}`
    const passwordHash = await hashPassword(password)
    await addOwner(core, { organizationId: other, email, name, passwordHash })
    return email
  }

  test('is connected once its holder has signed in to it, and not before', async () => {
    const email = await newAccount('jo')
    const browser = newBrowser()
    provider.signInAs(person('jo'))
    expect(await browser.enter(acme, `/o/${acme}/keys`)).toBe('/sign-in/connect')
    expect(await things(browser)).toMatchObject({ status: 401 })
    expect((await browser.post('/company/connect', {})).status).toBe(401)
    await browser.signIn(email)
    expect(await things(browser)).toMatchObject({ status: 404 })
    const connected = await browser.post('/company/connect', {})
    const next = `/o/${acme}/keys`
    expect(await connected.json()).toEqual({ organizationId: acme, next })
    expect(await browser.enter(acme, next)).toBe(next)
    expect(await things(browser)).toMatchObject({ status: 200 })
  })

  test('is not connected by anybody else’s sign-in, or by one of long ago', async () => {
    const email = await newAccount('kim')
    const browser = newBrowser()
    const enter = async () => {
      provider.signInAs(person('kim'))
      expect(await browser.enter(acme)).toBe('/sign-in/connect')
    }
    await enter()
    await browser.signIn(owner)
    expect((await browser.post('/company/connect', {})).status).toBe(409)
    await enter()
    await browser.signIn(email)
    const since = new Date(Date.now() - 601_000)
    await core.db.session.updateMany({ where: { user: { email } }, data: { createdAt: since } })
    const old = await browser.post('/company/connect', {})
    expect(await old.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' })
    expect(await core.db.companyIdentity.count({ where: { user: { email } } })).toBe(0)
  })
})

describe('a session by the company', () => {
  test('is good for its organization alone, and for nothing of the person’s own', async () => {
    const email = `lou@${domain}`
    const browser = newBrowser()
    provider.signInAs(person('lou'))
    await browser.enter(acme)
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
    for (const path of [...calls, '/two-factor/disable', '/company/connect']) {
      const body = { password, code: '000000', currentPassword: password, newPassword: password }
      const answer = await browser.post(path, body)
      expect(await answer.json()).toMatchObject({ code: 'COMPANY_SESSION' })
    }
    const options = `${consoleUrl}/api/auth/passkey/generate-register-options`
    expect((await browser.open(options)).status).toBe(403)
  })
})

describe('an owner', () => {
  const setTo = (browser: ReturnType<typeof newBrowser>, rules: object) =>
    browser.call('company.setRules', acme, {
      ...{ requireCompany: false, requireSecondFactor: false, sessionHours: null, ...rules },
    })

  test('sees what is set up, and no secret', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const { status, data } = await ann.call('company.get', acme)
    expect(status).toBe(200)
    expect(data).toMatchObject({ provider: { issuer: provider.issuer }, redirectUri })
    expect(JSON.stringify(data)).not.toContain(testClient.clientSecret)
  })

  test('tests a provider, and reads what is wrong in plain words', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const found = await ann.call('company.test', acme, { issuer: provider.issuer })
    expect(found.data).toMatchObject({
      fault: null,
      found: { tokenEndpoint: `${provider.issuer}/token` },
    })
    const wrong = await ann.call('company.test', acme, { issuer: `${provider.issuer}/nothing` })
    expect(wrong.data).toMatchObject({
      found: null,
      fault: expect.stringContaining('answered 404'),
    })
    settings.localReceivers = false
    const inside = await ann.call('company.test', acme, { issuer: 'https://127.0.0.1' })
    const plain = { issuer: provider.issuer, ...testClient, joinRole: null }
    const saved = await ann.call('company.setProvider', acme, plain)
    settings.localReceivers = true
    expect(inside.data).toMatchObject({ fault: expect.stringContaining('not public') })
    expect(saved).toMatchObject({ status: 400 })
  })

  test('changes nothing by a session that is older than ten minutes', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const since = new Date(Date.now() - 601_000)
    await core.db.session.updateMany({
      where: { user: { email: owner } },
      data: { createdAt: since },
    })
    const draft = { ...testClient, issuer: provider.issuer, joinRole: null }
    for (const [name, input] of [
      ['company.setProvider', draft],
      ['company.removeProvider', undefined],
      ['company.test', { issuer: provider.issuer }],
      ['company.addDomain', { domain: 'acme.example' }],
      ['company.proveDomain', { domain }],
      ['company.removeDomain', { domain }],
    ] as const) {
      const { status, message } = await ann.call(name, acme, input)
      expect({ status, message }).toMatchObject({
        ...{ status: 403, message: expect.stringContaining('more than ten minutes ago') },
      })
    }
    expect(await setTo(ann, { sessionHours: 8 })).toMatchObject({ status: 403 })
  })

  test('requires company sign-in from a session by it, which then keeps every other session out', async () => {
    const [ann, byCompany] = [newBrowser(), newBrowser()]
    await ann.signIn(owner)
    expect(await setTo(ann, { requireCompany: true })).toMatchObject({ status: 409 })
    provider.signInAs(person('owner'))
    expect(await byCompany.enter(acme)).toBe('/sign-in/connect')
    await byCompany.signIn(owner)
    await byCompany.post('/company/connect', {})
    await byCompany.enter(acme)
    expect(await setTo(byCompany, { requireCompany: true })).toMatchObject({ status: 200 })
    const refused = await things(ann)
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('company') })
    expect(await setTo(ann, {})).toMatchObject({ status: 403 })
    expect(await ann.download()).toBe(403)
    expect(await byCompany.download()).toBe(200)
    expect(await things(byCompany)).toMatchObject({ status: 200 })
    expect(await setTo(byCompany, {})).toMatchObject({ status: 200 })
    expect(await things(ann)).toMatchObject({ status: 200 })
  })
})
