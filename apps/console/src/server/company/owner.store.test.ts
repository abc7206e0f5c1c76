import { testClient } from '@sluice/openid/testing'
import { describe, expect, test, vi } from 'vitest'
import { settings } from '../testing/environment.ts'
import { type Browser, newBrowser } from './testing/browser.ts'
import { setUpCompany } from './testing/set-up-company.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { current, core, acme, domain, owner, redirectUri, enter, things, person } = setUpCompany()

describe('the company settings', () => {
  const setTo = (browser: Browser, rules: object) =>
    browser.call('company.setRules', acme, {
      ...{ requireCompany: false, requireSecondFactor: false, sessionHours: null, ...rules },
    })

  test('show the provider without its secret', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const { status, data } = await ann.call('company.get', acme)
    expect(status).toBe(200)
    expect(data).toMatchObject({ provider: { issuer: current.provider.issuer }, redirectUri })
    expect(JSON.stringify(data)).not.toContain(testClient.clientSecret)
  })

  test('test a provider and explain what is wrong', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const found = await ann.call('company.test', acme, { issuer: current.provider.issuer })
    expect(found.data).toMatchObject({
      fault: null,
      found: { tokenEndpoint: `${current.provider.issuer}/token` },
    })
    const wrong = await ann.call('company.test', acme, {
      issuer: `${current.provider.issuer}/nothing`,
    })
    expect(wrong.data).toMatchObject({
      found: null,
      fault: expect.stringContaining('answered 404'),
    })
    settings.localReceivers = false
    const inside = await ann.call('company.test', acme, { issuer: 'https://127.0.0.1' })
    const plain = { issuer: current.provider.issuer, ...testClient, joinRole: null }
    const saved = await ann.call('company.setProvider', acme, plain)
    settings.localReceivers = true
    expect(inside.data).toMatchObject({ fault: expect.stringContaining('not public') })
    expect(saved).toMatchObject({ status: 400 })
  })

  test('cannot be changed by a session older than ten minutes', async () => {
    const ann = newBrowser()
    await ann.signIn(owner)
    const since = new Date(Date.now() - 601_000)
    await core.db.session.updateMany({
      where: { user: { email: owner } },
      data: { createdAt: since },
    })
    const draft = { ...testClient, issuer: current.provider.issuer, joinRole: null }
    for (const [name, input] of [
      ['company.setProvider', draft],
      ['company.removeProvider', undefined],
      ['company.test', { issuer: current.provider.issuer }],
      ['company.addDomain', { domain: 'acme.example' }],
      ['company.proveDomain', { domain }],
      ['company.removeDomain', { domain }],
    ] as const) {
      const { status, message } = await ann.call(name, acme, input)
      expect({ status, message }).toMatchObject({
        ...{ status: 403, message: expect.stringContaining('within the last ten minutes') },
      })
    }
    expect(await setTo(ann, { sessionHours: 8 })).toMatchObject({ status: 403 })
  })

  test('can require company sign-in only from a company session, and then reject all others', async () => {
    const [ann, byCompany] = [newBrowser(), newBrowser()]
    await ann.signIn(owner)
    expect(await setTo(ann, { requireCompany: true })).toMatchObject({ status: 409 })
    current.provider.signInAs(person('owner'))
    expect(await enter(byCompany, acme)).toBe('/sign-in/connect')
    await byCompany.signIn(owner)
    await byCompany.post('/company/connect', {})
    await enter(byCompany, acme)
    expect(await setTo(byCompany, { requireCompany: true })).toMatchObject({ status: 200 })
    const refused = await things(ann)
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('company') })
    expect(await setTo(ann, {})).toMatchObject({ status: 403 })
    expect(await ann.download(acme)).toBe(403)
    expect(await byCompany.download(acme)).toBe(200)
    expect(await things(byCompany)).toMatchObject({ status: 200 })
    expect(await setTo(byCompany, {})).toMatchObject({ status: 200 })
    expect(await things(ann)).toMatchObject({ status: 200 })
  })
})
