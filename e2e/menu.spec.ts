import { expect, test } from './journey.ts'

test('the menu stays where it was scrolled before the page was ready', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 500 })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(`${product.home}/keys`, { waitUntil: 'commit' })
  const menu = page.getByRole('navigation').first()
  const settings = menu.getByRole('link', { name: 'Settings', exact: true })
  await settings.scrollIntoViewIfNeeded()
  // Links are prefetched once they work.
  const works = page.waitForRequest((request) => request.url().includes('_rsc='))
  release()
  await works
  await expect(settings).toBeInViewport()
})

test('an address that does not exist keeps the menu', async ({ page, product, signIn }) => {
  await signIn(page)
  await page.goto(`${product.home}/things/truck-1/nothing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Fleets', exact: true }).click()
  await expect(page).toHaveURL(`${product.home}/fleets`)
})
