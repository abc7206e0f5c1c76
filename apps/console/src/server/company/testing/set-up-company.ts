import { randomBytes, randomUUID } from 'node:crypto'
import {
  actForOrganization,
  addOwner,
  contextOfMembers,
  createOrganization,
  grantDomain,
} from '@sluice/core'
import { startProvider, testClient } from '@sluice/openid/testing'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createAuth } from '../../auth/auth.ts'
import { consoleUrl, settings } from '../../testing/environment.ts'
import { setUpCore } from '../../testing/set-up-core.ts'
import { type Browser, newBrowser, password } from './browser.ts'

interface Current {
  readonly provider: Awaited<ReturnType<typeof startProvider>>
  /** Lines logged since the test began. */
  readonly logged: string
}

/**
 * Two organizations for the tests of a file. The first has an owner, a verified domain, and a certified OpenID provider
 * through which new people join as viewers. `current` may be read only while a test runs.
 */
export function setUpCompany() {
  const core = setUpCore()
  const [acme, other] = [`acme-${randomUUID()}`, `other-${randomUUID()}`]
  const domain = `${randomUUID()}.example`
  const owner = `owner@${domain}`
  const redirectUri = `${consoleUrl}/api/auth/company/callback/${acme}`
  const current = {} as { -readonly [Part in keyof Current]: Current[Part] }

  async function asOperator(organizationId: string) {
    const system = await actForOrganization(core, 'test', organizationId)
    if (!system) throw new Error('There is no such organization.')
    return contextOfMembers(core, system, { address: null, requestId: 'test' })
  }

  async function newOwner(organizationId: string, email: string, name: string) {
    const passwordHash = await hashPassword(password)
    await addOwner(core, { organizationId, email, name, passwordHash })
  }

  beforeAll(async () => {
    current.provider = await startProvider({ redirectUris: [redirectUri] })
    const authSecret = randomBytes(32).toString('hex')
    settings.localReceivers = true
    Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
    for (const id of [acme, other]) await createOrganization(core, { id, name: id })
    await newOwner(acme, owner, 'Ann')
    await grantDomain(await asOperator(acme), domain)
    const ann = newBrowser()
    await ann.signIn(owner)
    const draft = { ...testClient, issuer: current.provider.issuer, joinRole: 'viewer' }
    expect(await ann.call('company.setProvider', acme, draft)).toMatchObject({ status: 200 })
  })
  afterAll(async () => {
    Object.assign(globalThis, { sluiceAuth: undefined })
    settings.localReceivers = false
    await current.provider.stop()
  })
  beforeEach(() => {
    current.logged = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      current.logged += String(text)
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** Signs in through the company. Returns the path of the redirect. */
  async function enter(browser: Browser, company: string, next?: string) {
    const { url } = await browser.start(company, next)
    const answer = await browser.open(await current.provider.follow(url))
    expect(answer.status).toBe(302)
    return answer.headers.get('location')
  }

  const things = (browser: Browser, organization = acme) =>
    browser.call('things.list', organization, { query: {} })

  function person(name: string, change: object = {}) {
    const email = `${name}@${domain}`
    return { subject: `${name}-1`, email, emailVerified: true, name, ...change }
  }

  return {
    ...{ current, core, acme, other, domain, owner, redirectUri },
    ...{ asOperator, newOwner, enter, things, person },
  }
}
