import { expect, test } from './journey.ts'

test('an event leads to its thing, and a deleted thing to its changes', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const headers = { 'X-Api-Key': product.demo.once.key }
  const made = await request.post(`${product.api}/v2/integrations`, {
    headers,
    data: { name: 'Followed', url: 'http://127.0.0.1:9/hooks', eventTypes: ['thing.created'] },
  })
  const { id } = (await made.json()) as { id: string }
  const thing = { id: 'traced-thing', name: 'Followed thing', thingTypeId: 'daily-station' }
  const created = await request.post(`${product.api}/v2/things`, {
    headers,
    data: { ...thing, attributes: { operator: 'NOAA' } },
  })
  expect(created.status()).toBe(201)

  await signIn(page)
  await page.goto(`${product.home}/integrations/${id}`)
  await page
    .getByRole('row', { name: /traced-thing/ })
    .getByRole('button')
    .click()
  const drawer = page.getByRole('dialog', { name: 'thing.created' })
  await drawer.getByRole('link', { name: 'THING/daily-station/traced-thing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed thing')
  await page.goBack()
  await expect(drawer.getByRole('link', { name: 'THING/daily-station/traced-thing' })).toBeVisible()

  await request.delete(`${product.api}/v2/thing/traced-thing`, { headers })
  await page.goto(`${product.home}/things/traced-thing`)
  await page.getByRole('link', { name: 'Its changes in the audit log' }).click()
  await page.getByRole('button', { name: 'things.delete' }).click()
  const entry = page.getByRole('dialog', { name: 'A change' })
  await expect(entry.getByRole('link', { name: 'THING/daily-station/traced-thing' })).toBeHidden()
  await entry.getByRole('link', { name: 'All changes of this resource' }).click()
  await expect(page.getByRole('button', { name: 'One resource' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^things\./ })).toHaveCount(2)
})
