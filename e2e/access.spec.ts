import { readFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'

test('text typed before the sign-in page has hydrated is kept', async ({ page, product }) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${product.console}/sign-in`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(product.demo.email)
  await page.getByLabel('Password', { exact: true }).fill(product.demo.once.password)
  // No handler exists for this key yet, and the browser does not submit the form by itself.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.console}/sign-in`)
  script.resolve()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('suggested scopes are previewed and applied, and take effect at once', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { thingId, key: admin } = product.demo.once
  const made = await request.post(`${product.api}/v2/keys`, {
    headers: { 'X-Api-Key': admin },
    data: {
      ...{ keyType: 'External', name: 'Too much' },
      scopes: [{ action: '*', resourceFilter: 'THING/#/#' }],
    },
  })
  const { id, key } = await made.json()
  const headers = { 'X-Api-Key': key }
  const thing = `${product.api}/v2/thing/${thingId}`
  expect((await request.get(thing, { headers })).status()).toBe(200)
  // The log is written in batches, every five seconds.
  const suggested = async () => {
    const url = `${product.api}/v2/key/${id}/suggestions`
    return (await (await request.get(url, { headers: { 'X-Api-Key': admin } })).json()).calls
  }
  await expect.poll(suggested).toBe(1)
  await signIn(page)
  await page.goto(`${product.home}/keys/${id}?tab=access`)
  await page.getByRole('button', { name: 'Preview and apply…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Apply the suggestion' })
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('“Too much” saved.')).toBeVisible()
  await expect(
    page.getByText('The key already has the narrowest scopes for its calls.'),
  ).toBeVisible()
  expect((await request.get(thing, { headers })).status()).toBe(200)
  const change = { data: { name: 'Other' }, headers }
  await expect.poll(async () => (await request.patch(thing, change)).status()).toBe(403)
})

test('the suggestions show what one filter allows instead of many things, and apply it', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const headers = { 'X-Api-Key': product.demo.once.key }
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${product.api}/v2/${path}`, { headers, data })
    expect(answer.status()).toBe(201)
    return answer.json()
  }
  await post('sites', { id: 'quay', name: 'Quay', timezone: 'UTC' })
  await post('thing-types', { id: 'crane', name: 'Crane', metrics: [] })
  const ids = [1, 2, 3, 4].map((number) => `quay-${number}`)
  for (const id of ids) await post('things', { id, name: id, thingTypeId: 'crane', siteId: 'quay' })
  const scopes = [{ action: 'read', resourceFilter: '#' }]
  const { id, key } = await post('keys', { keyType: 'External', name: 'Crane', scopes })
  const use = (thingId: string) =>
    request.get(`${product.api}/v2/thing/${thingId}`, { headers: { 'X-Api-Key': key } })
  for (const thingId of ids.slice(0, 3)) expect((await use(thingId)).status()).toBe(200)
  // The log is written in batches, every five seconds.
  const logged = async () => {
    const url = `${product.api}/v2/key/${id}/suggestions`
    return (await (await request.get(url, { headers })).json()).calls
  }
  await expect.poll(logged).toBe(3)
  await signIn(page)
  await page.goto(`${product.home}/keys/${id}?tab=access`)
  const general = page.getByRole('row', { name: /PLACE\/Site\/quay\/THING/ }).first()
  await expect(general).toContainText('3 things used, 1 other allowed')
  await page.getByRole('button', { name: 'Preview and apply…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Apply the suggestion' })
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('“Crane” saved.')).toBeVisible()
  await expect.poll(async () => (await use(product.demo.once.thingId)).status()).toBe(404)
  expect((await use('quay-4')).status()).toBe(200)
})

test('saved settings appear in the audit log, on its page and in its CSV', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/settings`)
  // The list is longer than the screen.
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Settings' })).toBeInViewport()
  const name = page.getByRole('textbox', { name: 'Name' })
  const before = await name.inputValue()
  await name.fill('Harbour "North", Ltd')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Harbour "North", Ltd')
  await page.goto(`${product.home}/audit-log?operation=organization.update`)
  await expect(page.getByRole('button', { name: /organization\.update/ }).first()).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  const lines = csv.trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[1]).toContain('organization.update')
  expect(csv).toContain('Harbour')

  await page.goto(`${product.home}/settings`)
  await name.fill(before)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
})

test('an oversized body is rejected unread, and sign-in never redirects to another site', async ({
  page,
  product,
  request,
  signIn,
}) => {
  const large = { data: Buffer.alloc(100_000, 'x') }
  for (const path of ['/api/trpc/join.look', '/api/auth/sign-in/email', '/sign-in']) {
    expect((await request.post(`${product.console}${path}`, large)).status()).toBe(413)
  }
  await signIn(page)
  // A signed-in person may send more: this body reaches the procedure, which rejects it.
  const headers = {
    ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    'x-sluice-organization': 'demo',
  }
  const call = { ...large, headers }
  const sent = await page.request.post(`${product.console}/api/trpc/things.batch`, call)
  expect(sent.status()).toBe(400)
  await page.goto(`${product.console}/sign-in?next=/%09/evil.example`)
  await expect(page).toHaveURL(product.home)
})
