import type { Page } from 'playwright/test'
import { expect, test } from './journey.ts'
import { send } from './trucks.ts'

/** Opens the form that creates a resource, fills it in and submits it. */
async function create(page: Page, noun: string, fill: () => Promise<void>) {
  const button = { name: `Create ${noun}` }
  await page.getByRole('main').getByRole('button', button).first().click()
  await fill()
  await page.getByRole('dialog').getByRole('button', button).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const file = (lines: string[]) => ({
  name: 'things.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('a site, a type and a thing are created, two more are imported, and one is changed and deleted', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  const text = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

  await page.goto(`${product.home}/sites`)
  await create(page, 'site', async () => {
    await text('Name').fill('Oslo depot')
    await text('Id').fill('oslo')
    await text('Location').fill('59.9127, 10.7461')
  })
  await page.goto(`${product.home}/thing-types`)
  await create(page, 'thing type', async () => {
    await text('Name').fill('Truck')
    await text('Id').fill('truck')
  })

  await page.goto(`${product.home}/things`)
  await create(page, 'thing', async () => {
    await text('Name').fill('Truck 7')
    await text('Id').fill('truck 7')
    await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Truck')
    await page.getByRole('option', { name: 'Truck', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create thing' }).click()
    await expect(text('Id')).toHaveAccessibleDescription(/Must be 1 to 64/)
    await text('Id').fill('truck-7')
  })

  await page.goto(`${product.home}/import-things`)
  const lines = [
    'id,name,thingTypeId,siteId,labels.line',
    'truck-7,Truck 7,truck,oslo,north',
    'truck-8,Truck 8,truck,oslo,north',
    'truck-9,Truck 9,no-such-type,,',
  ]
  // The button opens nothing before the page has hydrated.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 2_000 })
    await Promise.all([chooser, page.getByRole('button', { name: 'CSV file' }).click()])
    await (await chooser).setFiles(file(lines))
  }).toPass()
  await expect(page.getByText('Errors 1')).toBeVisible()
  await expect(page.getByText('Created 1')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2' }).click()
  await expect(page.getByText('2 things written')).toBeVisible()

  await page.goto(`${product.home}/things?site=oslo&label=line%3Dnorth`)
  await expect(page.getByRole('link', { name: /^Truck \d/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Truck 8' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await text('Name').fill('Truck 8b')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Truck 8b', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete thing' }).click()
  await expect(page.getByRole('heading', { name: 'Things', exact: true })).toBeVisible()

  await page.goto(`${product.home}/sites/oslo`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete site' }).click()
  await expect(page.getByText('It is used by 1 thing (truck-7)')).toBeVisible()
})

test('on a phone, a stale value is marked as stale', async ({ page, product, signIn }) => {
  const post = (path: string, body: object) => send(product, `/v2/${path}`, body)
  const level = { id: 'well-level', name: 'Level', valueType: 'number', unit: 'cm' }
  await post('metric-definitions', { ...level, expectedIntervalSeconds: 60 })
  const metrics = [{ key: 'level', metricDefinitionId: 'well-level' }]
  await post('thing-types', { id: 'well', name: 'Well', metrics })
  await post('things', { id: 'well-1', name: 'Well 1', thingTypeId: 'well' })
  const timestamp = new Date(Date.now() - 3_600_000).toISOString()
  await post('thing/well-1/data', { timestamp, values: { level: 12 } })

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(`${product.home}/things/well-1`)
  const row = page.getByRole('row', { name: /Level/ })
  await expect(row.getByText('Stale').filter({ visible: true })).toHaveCount(1)
})

test('a form says nothing about the rules of a type before one is chosen', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/things`)
  await page.getByRole('main').getByRole('button', { name: 'Create thing' }).first().click()
  const attributes = page.getByRole('dialog').getByLabel('Attributes')
  await expect(attributes).toHaveAccessibleDescription('A JSON object.')
})
