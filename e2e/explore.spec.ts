import type { Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { makeTrucks } from './trucks.ts'

const legend = (page: Page) => page.getByRole('table', { name: 'Lines of Cargo' })
const answered = (page: Page) => page.getByText(/ to .*, avg per /)
const gap = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}: no data for 40 min`) })

test('compare five trucks and find the gap', async ({ page, product, signIn }) => {
  const name = await makeTrucks(product, 'cmp')
  await signIn(page)
  await page.goto(`${product.home}/explore?from=now-4h`)
  const things = page.getByRole('combobox', { name: 'Things' })
  for (const number of [1, 2, 3, 4, 5]) {
    await things.fill(`${name} ${number}`)
    await page.getByRole('option', { name: `${name} ${number}` }).click()
  }
  await page.keyboard.press('Escape')
  await expect(legend(page).getByRole('row')).toHaveCount(6)
  await expect(legend(page).getByRole('row', { name: `${name} 5` })).toContainText(
    '8.9 °C'.replace(' ', '\u202f'),
  )
  await expect(legend(page).getByRole('row', { name: `${name} 3` })).toContainText(
    /8[0-9](\.\d)?\s%/,
  )
  await expectAccessibleNow(page)

  // A click on a name leaves its line alone.
  await page.getByRole('button', { name: `${name} 5` }).click()
  await expect(page.getByRole('button', { name: `${name} 5` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(gap(page, `${name} 3`)).toBeHidden()
  await page.getByRole('button', { name: `${name} 5` }).click()

  await gap(page, `${name} 3`).click()
  await expect(page).toHaveURL(/from=20.+&to=20/)
  await expect(page.getByText(`${name} 3 (1 gap of 40 min).`)).toBeVisible()

  await page.getByText('Table', { exact: true }).click()
  const points = page.getByRole('table', { name: 'Cargo over time' })
  await expect(points.getByRole('columnheader')).toHaveCount(6)
  await page.getByRole('button', { name: /^Show more/ }).click()
  await expect(points.getByRole('row').filter({ hasText: '–' })).not.toHaveCount(0)
})

test('compare five trucks and find the gap, by keyboard alone', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'kbd')
  await signIn(page)
  await page.goto(`${product.home}/explore?from=now-4h`)
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('combobox', { name: 'All in fleet' }))
  await page.keyboard.type(`${name} fleet`)
  await expect(page.getByRole('option')).toHaveText([`${name} fleet`])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(legend(page).getByRole('row')).toHaveCount(6)
  await tabTo(page, gap(page, `${name} 3`))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} 3 (1 gap of 40 min).`)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: `${name} 3`, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${name} 3`, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a range that is typed, states over time, and an interval that fits the chart', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'rng')
  await signIn(page)
  await page.goto(`${product.home}/explore?things=${name}-1&metrics=cargo,mode&interval=1s`)
  // 86,400 points would end like an outage after the first 10,000.
  await expect(answered(page)).toContainText('1s would give too many points')
  await expect(answered(page)).not.toContainText('Not all points fit')
  await expect(
    page.getByRole('img', { name: new RegExp(`^Cooling of ${name} 1: (cool|idle) `) }),
  ).toBeVisible()
  const range = page.getByRole('combobox', { name: 'Range' })
  await range.fill('3 fortnights')
  await range.press('Enter')
  await expect(page.getByText('Enter a range such as now-36h')).toBeVisible()
  await range.fill('now-3h')
  await range.press('Enter')
  await expect(page).toHaveURL(/from=now-3h/)
  await expect(answered(page)).toContainText('avg per')
  await page.getByLabel('Compare with previous period').click()
  await expect(legend(page).getByRole('columnheader', { name: 'Previous avg' })).toBeVisible()
})
