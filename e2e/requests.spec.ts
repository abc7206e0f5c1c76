import type { APIRequestContext } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { type Product, runSluice } from './product.ts'

const site = { action: 'read', resourceFilter: 'PLACE/Site/seattle/THING/#/#' }

/** A partner's key that reads one site, and was refused elsewhere: for a thing that it may not read, and for a change. */
async function refusedPartner(request: APIRequestContext, product: Product, name: string) {
  const headers = { 'X-Api-Key': product.demo.once.key }
  const made = await request.post(`${product.api}/v2/keys`, {
    headers,
    data: { keyType: 'External', name, scopes: [site] },
  })
  expect(made.status()).toBe(201)
  const { id, key } = (await made.json()) as { id: string; key: string }
  const partner = { 'X-Api-Key': key }
  const call = (thingId: string) => `${product.api}/v2/thing/${thingId}`
  const statuses = [
    (await request.get(`${call('seattle-daily')}/recent`, { headers: partner })).status(),
    (await request.get(`${call('new-york-daily')}/recent`, { headers: partner })).status(),
    (await request.patch(call('seattle-daily'), { headers: partner, data: {} })).status(),
  ]
  expect(statuses).toEqual([200, 404, 403])
  // The log is written every few seconds.
  const logged = async () => {
    const answer = await request.get(`${product.api}/v2/key/${id}/calls`, { headers })
    return (await answer.json()).items.length
  }
  await expect.poll(logged).toBe(3)
  return { id, key }
}

test('why was the partner refused? Three clicks, and a fourth adds what was missing', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, key } = await refusedPartner(request, product, 'Refused partner')
  await signIn(page)
  await page.goto(`${product.home}/requests?key=${id}`)
  await page.getByRole('button', { name: /^refused 2/ }).click()
  const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: /^telemetry.recent/ }).click()
  const drawer = page.getByRole('dialog', { name: 'telemetry.recent' })
  await expect(drawer.getByText(/404/)).toBeVisible()
  await expect(drawer.getByText('THING/daily-station/new-york-daily').first()).toBeVisible()
  await expect(drawer.getByText(site.resourceFilter)).toBeVisible()
  await expect(drawer.getByText('"X-Api-Key: $SLUICE_KEY"')).toContainText(
    '/v2/thing/new-york-daily/recent',
  )
  await drawer.getByRole('button', { name: 'Check again' }).click()
  await expect(drawer.getByText(/No: it would be answered 404/)).toBeVisible()
  await expectAccessibleNow(page)

  await drawer.getByRole('button', { name: 'Add this scope…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add this scope' })
  await expect(dialog.getByText('None of the last 7 days’ calls would be refused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await drawer.getByRole('button', { name: 'Check again' }).click()
  await expect(drawer.getByText('Yes, it would be allowed')).toBeVisible()
  await expect(drawer.getByText('The key had')).toBeVisible()
  expect(await page.content()).not.toContain(key)
})

test('which calls came at a time? Drag over the chart, and Back returns', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id } = await refusedPartner(request, product, 'Brushed partner')
  await signIn(page)
  await page.goto(`${product.home}/keys/${id}?tab=calls&from=-1h`)
  await expect(page.getByText('200 ok')).toBeVisible()
  const plot = page.locator('figure [class*=plot]')
  const box = await plot.boundingBox()
  if (!box) throw new Error('There is no chart.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 3, y)
  await page.mouse.up()
  await expect(page.getByText('No calls in this range')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('from')).toMatch(/^2/)
  await page.goBack()
  await expect(page.getByText('200 ok')).toBeVisible()
})

test('what is called right now? The log follows live until it is paused', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, key } = await refusedPartner(request, product, 'Watched partner')
  await signIn(page)
  await page.goto(`${product.home}/requests?key=${id}`)
  await page.getByRole('button', { name: 'Follow live' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await request.get(`${product.api}/v2/key`, { headers: { 'X-Api-Key': key } })
  await expect(page.getByRole('button', { name: /^keys.self/ })).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Follow live' })).toBeVisible()
})

test('what needs attention? The overview leads to the key whose calls are refused', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { key } = await refusedPartner(request, product, 'Often refused partner')
  for (let calls = 0; calls < 10; calls += 1) {
    await request.get(`${product.api}/v2/thing/new-york-daily`, { headers: { 'X-Api-Key': key } })
  }
  await signIn(page)
  const concern = page.getByRole('link', { name: /many refused calls$/ })
  await expect(async () => {
    await page.goto(product.home)
    await expect(concern).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
  await concern.click()
  await expect(page.getByRole('link', { name: /Often refused partner/ })).toBeVisible()
})

test('what may a viewer do with the log? Read it and check again, but not change the key', async ({
  page,
  product,
  request,
}) => {
  const { id } = await refusedPartner(request, product, 'Viewed partner')
  const whose = ['--organization', 'demo']
  const invited = await runSluice(product, 'members', 'invite', 'log@sluice.example', ...whose)
  await page.goto((invited as { link: string }).link)
  await joinAsNew(page, 'Lo', 'a dozen letters')
  await page.goto(`${product.home}/requests?key=${id}&outcome=refused`)
  await page.getByRole('button', { name: /^things.update/ }).click()
  const drawer = page.getByRole('dialog', { name: 'things.update' })
  await drawer.getByRole('button', { name: 'Check again' }).click()
  await expect(drawer.getByText(/No: it would be answered 403/)).toBeVisible()
  await expect(drawer.getByText('Missing now')).toBeVisible()
  await expect(drawer.getByRole('button', { name: /Add this/ })).toHaveCount(0)
})
