import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'

test('dense rows and hidden columns are set by keyboard, and kept', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  const table = page.getByRole('table', { name: 'Keys' })
  const heading = table.getByRole('columnheader', { name: 'Scopes' })
  await expect(heading).toBeVisible()
  const row = table.getByRole('row').nth(1)
  const height = async () => (await row.boundingBox())?.height ?? 0
  const before = await height()

  await table.getByRole('button', { name: 'Name' }).focus()
  await enter(page, 'View')
  const dense = page.getByRole('menuitemcheckbox', { name: 'Dense rows' })
  await expect(dense).toBeVisible()
  await expectAccessibleNow(page)
  await dense.focus()
  await page.keyboard.press('Enter')
  await expect(dense).toBeChecked()
  const scopes = page.getByRole('menuitemcheckbox', { name: 'Scopes' })
  await scopes.focus()
  await page.keyboard.press('Space')
  await expect(heading).toBeHidden()
  await page.keyboard.press('Escape')
  expect(await height()).toBeLessThan(before)

  // The server renders the same, so that nothing moves after loading.
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(heading).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-rows', 'dense')
  // Another list keeps its columns.
  await page.goto(`${product.home}/audit-log`)
  await expect(page.getByRole('columnheader', { name: 'From' })).toBeVisible()
})

test('a heading sorts its list in both directions, by keyboard', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/metric-definitions`)
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await expect(heading).toBeVisible()
  await tabTo(page, 'Name')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=name/)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Enter')
  await expect(heading).not.toHaveAttribute('aria-sort')
})

test('a list filters by a typed or chosen range, which is kept in the URL', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/audit-log`)
  const range = page.getByRole('combobox', { name: 'Range' })
  const table = page.getByRole('table')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await range.fill('now-999d to now-998d')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No changes match these filters')).toBeVisible()
  await expect(page).toHaveURL(/from=now-999d&to=now-998d/)
  await range.fill('soon')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter a range such as now-36h or 2026-03-01')).toBeVisible()
  await range.click()
  await page.getByRole('option', { name: '24 hours' }).click()
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await expect(page).toHaveURL(/from=now-24h$/)
  await expectAccessibleNow(page)
  await page.getByRole('button', { name: 'Clear: any time' }).click()
  await expect(page).not.toHaveURL(/from=/)
  await expect(range).toHaveValue('')
})

test.describe('a reader in Oslo', () => {
  test.use({ timezoneId: 'Europe/Oslo' })

  test('sees times in their time zone, or in UTC', async ({ page, product, signIn }) => {
    await signIn(page)
    await page.goto(`${product.home}/audit-log`)
    await page
      .getByRole('button', { name: /\.\w+$/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(/\d\d:\d\d(:\d\d)? (CET|CEST|GMT\+[12])$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Account of/ }).click()
    const utc = page.getByRole('menuitemradio', { name: 'UTC', exact: true })
    await expect(page.getByRole('menuitemradio', { name: /Europe\/Oslo/ })).toBeVisible()
    await expectAccessibleNow(page)
    await utc.click()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /\.\w+$/ })
      .first()
      .click()
    await expect(drawer.getByText(/\d\d:\d\d(:\d\d)? UTC$/)).toBeVisible()
  })
})
