import { expect, test } from './journey.ts'

test('without a connection a link leaves the page as it is, and says so', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/things`)
  const fleets = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Fleets' })
  await expect(fleets).toBeVisible()
  await expect(page.locator('#connection')).toBeAttached()
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await fleets.click()
  await expect(page.getByText('The console cannot be reached.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Things')
  await page.context().setOffline(false)
  await expect(page.getByText('The console cannot be reached.')).toBeHidden()
  await fleets.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleets')
})

test('while a page is on its way, a bar says so', async ({ page, product, signIn }) => {
  await signIn(page)
  await page.goto(`${product.home}/things`)
  await expect(page.locator('[inert]')).toHaveCount(0)
  const released = Promise.withResolvers<void>()
  await page.route(/\/fleets\?/, async (route) => {
    if (!route.request().headers()['next-router-prefetch']) await released.promise
    await route.continue()
  })
  const bar = page.locator('[class*="onItsWay"]')
  await expect(bar).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fleets' }).click()
  await expect(bar).toBeVisible()
  released.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleets')
  await expect(bar).toHaveCount(0)
})
