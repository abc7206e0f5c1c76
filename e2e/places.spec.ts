import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shift.ts'
import { makeTrucks, send } from './trucks.ts'

test('the page of a fleet shows its things with their latest values', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'now')
  await signIn(page)
  await page.goto(`${product.home}/fleets`)
  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill(name)
  await page.getByRole('link', { name: `${name} fleet` }).click()
  const grid = page.getByRole('table', { name: 'Latest values of the fleet' })
  await expect(grid.getByRole('row', { name: `${name} 5` })).toContainText('8.9\u202f°C')
  await expect(grid.getByRole('columnheader')).toHaveText([
    ...['Name', 'Cargo', 'Cooling', 'Last seen', 'Remove'],
  ])
  // Values that arrive while the page is open appear.
  const values = { cargo: 23.5 }
  const timestamp = new Date().toISOString()
  await send(product, `/v2/thing/${name}-2/data`, { timestamp, values })
  await expect(grid.getByRole('row', { name: `${name} 2` })).toContainText('23.5\u202f°C')

  await expect(page.getByRole('table', { name: 'Lines of Cargo' }).getByRole('row')).toHaveCount(6)
  await page.getByText('1h', { exact: true }).click()
  await expect(page).toHaveURL(/from=now-1h/)
  const keys = page.getByRole('table', { name: 'Keys that reach this fleet' })
  await expect(keys.getByRole('link').first()).toBeVisible()
  await page.getByRole('link', { name: 'Explore', exact: true }).last().click()
  await expect(page).toHaveURL(
    new RegExp(`explore\\?fleet=${name}-fleet&metrics=cargo&from=now-1h`),
  )
})

test('the page of a site shows its things, in the site’s time zone', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'site')
  const site = { id: `${name}-site`, name: `${name} depot`, timezone: 'Europe/Oslo' }
  await send(product, '/v2/sites', site)
  const moved = { thingTypeId: `${name}-truck`, siteId: site.id }
  await send(product, '/v2/things', { id: `${name}-6`, name: `${name} 6`, ...moved })
  const timestamp = new Date().toISOString()
  await send(product, `/v2/thing/${name}-6/data`, { timestamp, values: { cargo: -4.25 } })
  await signIn(page)
  await page.goto(`${product.home}/sites?text=${name}`)
  await page.getByRole('link', { name: site.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.name)
  const grid = page.getByRole('table', { name: 'Latest values of the site' })
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(grid.getByRole('row', { name: `${name} 6` })).toContainText('-4.25\u202f°C')
  await expect(page.getByText(/(CES?T|GMT\+\d), avg per/)).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: /^Updated$/ })).toBeVisible()
  await expectAccessible(page, page.url())
  expect((await page.goto(`${product.home}/sites/no-such`))?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Its changes in the audit log' })).toHaveAttribute(
    'href',
    /\?resource=PLACE%2FSite%2Fno-such$/,
  )
})

test('a page of a place loads without a layout shift', async ({ page, product, signIn }) => {
  const name = await makeTrucks(product, 'cls')
  await signIn(page)
  await watchShifts(page)
  for (const path of [
    `/fleets/${name}-fleet`,
    `/explore?fleet=${name}-fleet&metrics=cargo,mode&from=now-4h`,
  ]) {
    await page.goto(product.home + path)
    await expect(page.getByRole('table', { name: 'Lines of Cargo' })).toContainText('°C')
    await page.waitForLoadState('networkidle')
    expect(await shiftOf(page), path).toBeLessThan(MOST_SHIFT)
  }
})
