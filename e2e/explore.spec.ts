import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { desktop, expectAccessible, expectAccessibleNow, phone } from './accessible.ts'
import { newOrganization } from './joining.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { runSluice } from './product.ts'
import { makeTrucks } from './trucks.ts'

const legend = (page: Page) => page.getByRole('table', { name: 'Lines of Cargo' })
const answered = (page: Page) => page.getByText(/ to .*, avg per /)
const gap = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}: no data for 40 min`) })

test('compares five trucks and finds the gap', async ({ page, product, signIn }) => {
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

  // A click on a name shows only its line.
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

test('compares five trucks and finds the gap, by keyboard alone', async ({
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

test('accepts a typed range, shows states over time, and widens the interval to fit the chart', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'rng')
  await signIn(page)
  await page.goto(`${product.home}/explore?things=${name}-1&metrics=cargo,mode&interval=1s`)
  // Only the first 10,000 of 86,400 points would be shown, and the rest would look like an outage.
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

test('exports what is shown as CSV: averages, and the last text of each day', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  const year = 'from=2014-01-01T00:00:00Z&to=2014-02-01T00:00:00Z&interval=1d'
  await page.goto(`${product.home}/explore?things=seattle-daily&metrics=temp_max,weather&${year}`)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  const [header, first] = csv.split('\r\n')
  expect(header).toBe('timestamp,thingId,temp_max,weather:last')
  expect(first).toMatch(/^2014-01-01T\d{2}:00:00\.000Z,seattle-daily,7\.2,[a-z]+$/)
  await expect(page.getByText(/metrics=temp_max,weather:last&/)).toBeVisible()
})

test('shows and exports only the samples that satisfy a condition', async ({
  page,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'whr')
  await signIn(page)
  const path = `explore?things=${name}-5&metrics=cargo,mode&from=now-5h`
  await page.goto(`${product.home}/${path}&interval=samples`)
  const condition = page.getByRole('textbox', { name: 'Only where' })
  const apply = async (text: string) => {
    await condition.fill(text)
    await condition.press('Enter')
  }
  const average = legend(page).getByRole('columnheader', { name: 'Avg' })
  await expect(page.getByText(/^For example cargo>-5\./)).toBeVisible()
  await expect(average).toBeVisible()
  const isCut = await page
    .getByRole('combobox', { name: 'Interval' })
    .evaluate((field) => field.scrollWidth > field.clientWidth)
  expect(isCut).toBe(false)

  await apply('cargo>warm')
  await expect(condition).toHaveAccessibleDescription(
    /Cargo is a number and cannot be compared with "warm"\./,
  )
  await expect(condition).toBeFocused()
  await expect(page.getByText('The condition cannot be applied')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden()
  await expectAccessibleNow(page)

  await apply('cargo>100')
  await expect(page.getByText('No samples in this range satisfy the condition.')).toHaveCount(2)

  await apply('cargo<8.05')
  await expect(page).toHaveURL(/&where=cargo%3C8\.05/)
  await expect(page.getByText(/, only where cargo<8\.05\.$/)).toBeVisible()
  await expect(legend(page).getByRole('row', { name: `${name} 5` })).toBeVisible()
  await expect(average).toBeHidden()
  // Modes are sent every hour, when the cargo has 8 degrees.
  const modes = page.getByRole('table', { name: 'Cooling over time' })
  await expect(modes.getByRole('row')).toHaveCount(5)
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Cargo over time' }).getByRole('row')).toHaveCount(
    25,
  )
  await expectAccessibleNow(page)

  await expect(page.getByText(/metrics=cargo,mode&where=cargo%3C8\.05'/)).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  const [header, ...rows] = csv.trimEnd().split('\r\n')
  expect(header).toBe('timestamp,thingId,cargo,mode')
  expect(rows).toHaveLength(24)
  expect(rows.every((row) => /,8,(cool|idle)?$/.test(row))).toBe(true)

  // Until the answer is there, the page describes the one that it still shows.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    ({ href }) => href.includes('thingsTimeseries'),
    async (route) => {
      await isReleased
      await route.continue()
    },
  )
  await apply('cargo<8.15')
  await expect(page).toHaveURL(/&where=cargo%3C8\.15/)
  await expect(page.locator('[data-outdated]').first()).toBeVisible()
  await expect(page.getByText(/, only where cargo<8\.05\.$/)).toBeVisible()
  release()
  await expect(page.getByText(/, only where cargo<8\.15\.$/)).toBeVisible()

  // Averages are of all samples.
  await page.goto(`${product.home}/${path}&interval=5m&where=cargo<8.05`)
  await expect(answered(page)).not.toContainText('only where')
  await expect(condition).toBeHidden()
})

test('long metric names and texts from devices do not break the layout', async ({
  page,
  product,
}) => {
  const home = await newOrganization(page, product, 'long-names')
  const { key } = (await runSluice(
    product,
    ...['keys', 'create', '--organization', 'long-names', '--type', 'Admin'],
    ...['--name', 'ci', '--scope', '*:#'],
  )) as { key: string }
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`${product.api}/v2/${path}`, {
      headers: { 'X-Api-Key': key },
      data,
    })
    expect(answer.ok()).toBe(true)
  }
  const long = 'Umgebungstemperaturmessung'.repeat(7)
  await send('metric-definitions', { id: 'air', name: long, valueType: 'number', unit: 'Cel' })
  await send('metric-definitions', { id: 'sky', name: 'Sky', valueType: 'string', kind: 'state' })
  const metrics = [
    { key: 'a'.repeat(60), metricDefinitionId: 'air' },
    { key: 'sky', metricDefinitionId: 'sky' },
  ]
  await send('thing-types', { id: 'station', name: 'Station', metrics })
  await send('things', { id: 'roof', name: long, thingTypeId: 'station' })
  const values = { ['a'.repeat(60)]: 21.4, sky: '\u202efog' }
  await send('thing/roof/data', { timestamp: new Date(Date.now() - 600_000).toISOString(), values })
  const path = `${home}/explore?things=roof&metrics=${'a'.repeat(60)},sky&from=now-1h`
  await expectAccessible(page, path, phone, desktop)
  await expect(page.getByRole('heading', { name: long })).toBeVisible()
  await expect(page.locator('bdi', { hasText: 'fog' })).toBeVisible()
  await expectAccessible(page, `${home}/things/roof`, phone, desktop)
})
