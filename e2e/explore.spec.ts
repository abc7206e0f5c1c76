import type { Locator, Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'
import type { Product } from './product.ts'

const MINUTE = 60_000
const MINUTES = 240

/** Calls the API with the demo's key. */
async function call({ api, demo }: Product, path: string, body: object): Promise<void> {
  const headers = { 'x-api-key': demo.once.key, 'content-type': 'application/json' }
  const answer = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, answer.ok]).toEqual([path, true])
}

/** A fleet of five trucks that send every minute. The third was silent for 40 of them, the fifth is much warmer. */
async function makeTrucks(product: Product, name: string): Promise<string> {
  const prefix = `${name}${Date.now().toString(36)}`
  const send = (path: string, body: object) => call(product, path, body)
  const cold = { valueType: 'number', unit: 'Cel', min: -40, max: 30, expectedIntervalSeconds: 60 }
  await send('/v2/metric-definitions', {
    id: `${prefix}-cold`,
    name: 'Cargo',
    kind: 'gauge',
    ...cold,
  })
  await send('/v2/metric-definitions', {
    ...{ id: `${prefix}-mode`, name: 'Cooling', kind: 'state', valueType: 'string' },
  })
  const metrics = [
    { key: 'cargo', metricDefinitionId: `${prefix}-cold` },
    { key: 'mode', metricDefinitionId: `${prefix}-mode` },
  ]
  await send('/v2/thing-types', { id: `${prefix}-truck`, name: `${prefix} truck`, metrics })
  await send('/v2/fleets', { id: `${prefix}-fleet`, name: `${prefix} fleet` })
  const end = Math.floor(Date.now() / MINUTE) * MINUTE
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute)
  for (const number of [1, 2, 3, 4, 5]) {
    const id = `${prefix}-${number}`
    const type = { thingTypeId: `${prefix}-truck`, fleetIds: [`${prefix}-fleet`] }
    await send('/v2/things', { id, name: `${prefix} ${number}`, ...type })
    const isSilent = (minute: number) => number === 3 && minute > 100 && minute < 140
    const degrees = number === 5 ? 8 : -18
    await send(`/v2/thing/${id}/data/columnar`, {
      ...{ start: new Date(end - MINUTES * MINUTE).toISOString(), stepSeconds: 60 },
      count: MINUTES,
      values: {
        cargo: minutes.map((minute) => (isSilent(minute) ? null : degrees + (minute % 10) / 10)),
        mode: minutes.map((minute) =>
          minute % 60 === 0 ? ['cool', 'idle'][(minute / 60) % 2] : null,
        ),
      },
    })
  }
  return prefix
}

const legend = (page: Page) => page.getByRole('table', { name: 'Lines of Cargo' })
const answered = (page: Page) => page.getByText(/ to .*, avg of /)
const gap = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}: no data for 40 min`) })

/** Presses Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element cannot be reached by Tab.')
}

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
  await expect(page.getByText(`${name} 3 a gap of 40 min.`)).toBeVisible()

  await page.getByText('Table', { exact: true }).click()
  const points = page.getByRole('table', { name: 'Cargo over time' })
  await expect(points.getByRole('columnheader')).toHaveCount(6)
  await page.getByRole('button', { name: /^Show more of/ }).click()
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
  await tabTo(page, page.getByRole('combobox', { name: 'All of fleet' }))
  await page.keyboard.type(`${name} fleet`)
  await expect(page.getByRole('option')).toHaveText([`${name} fleet`])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(legend(page).getByRole('row')).toHaveCount(6)
  await tabTo(page, gap(page, `${name} 3`))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} 3 a gap of 40 min.`)).toBeVisible()
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
  await expect(answered(page)).toContainText('1s would be more points')
  await expect(answered(page)).not.toContainText('ends early')
  await expect(
    page.getByRole('img', { name: new RegExp(`^Cooling of ${name} 1: (cool|idle) `) }),
  ).toBeVisible()
  const range = page.getByRole('combobox', { name: 'Range' })
  await range.fill('3 fortnights')
  await range.press('Enter')
  await expect(page.getByText('Like now-36h')).toBeVisible()
  await range.fill('now-3h')
  await range.press('Enter')
  await expect(page).toHaveURL(/from=now-3h/)
  await expect(answered(page)).toContainText('avg of')
  await page.getByLabel('Compare with the period before').click()
  await expect(legend(page).getByRole('columnheader', { name: 'Avg before' })).toBeVisible()
})
