import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { runSluice } from './product.ts'
import { refusedPartner } from './refused-partner.ts'

test('dragging over the chart selects a time, and Back returns', async ({
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

test('the log follows live calls until it is paused', async ({
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

test('the overview leads to the key whose calls are refused', async ({
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

test('a viewer can read the log and check again, but not change the key', async ({
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
  await expect(drawer.getByText(/No, the answer would be 403/)).toBeVisible()
  await expect(drawer.getByText('Missing now')).toBeVisible()
  await expect(drawer.getByRole('button', { name: /Add this/ })).toHaveCount(0)
})

test('on a phone, the chart comes first, and the filters unfold', async ({
  page,
  product,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(`${product.home}/requests?operation=keys.self`)
  const filters = page.getByRole('button', { name: 'Filters 24 hours · keys.self' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('searchbox', { name: 'Address' })).toBeHidden()
  await expect(page.locator('figure [class*=plot]')).toBeInViewport({ ratio: 1 })
  await filters.click()
  await expect(page.getByRole('searchbox', { name: 'Address' })).toBeVisible()
})
