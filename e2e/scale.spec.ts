import type { Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { type Product, rowsOf, runSluice } from './product.ts'

/** Signs in as the owner of a new organization, and answers where its pages are. */
async function newOrganization(page: Page, product: Product, id: string): Promise<string> {
  const create = ['organizations', 'create', '--id', id, '--name', id]
  const made = await runSluice(product, ...create, '--admin', `${id}@sluice.example`)
  await page.goto((made as { admin: { link: string } }).admin.link)
  await joinAsNew(page, 'Ada Owner', 'seven brave otters')
  await expect(page).toHaveURL(`${product.console}/o/${id}`)
  return `${product.console}/o/${id}`
}

/** Applies the template of refrigerated trucks. */
async function applyTrucks(page: Page, home: string, trucks: number) {
  await page.goto(`${home}/templates/sluice.cold-chain-truck`)
  await page.getByLabel('Trucks', { exact: true }).fill(String(trucks))
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByRole('button', { name: /^Apply: create/ }).click()
  await expect(page.getByText(/^Applied: created/)).toBeVisible()
}

async function createSite(page: Page, home: string, name: string, id: string) {
  await page.goto(`${home}/sites`)
  await page.getByRole('main').getByRole('button', { name: 'Create site' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Id', { exact: true }).fill(id)
  await dialog.getByRole('button', { name: 'Create site' }).click()
  await expect(dialog).toBeHidden()
}

test('2,000 trucks from a template into a site, but for one that is changed meanwhile', async ({
  page,
  product,
}) => {
  const home = await newOrganization(page, product, 'haulier')
  await createSite(page, home, 'Oslo depot', 'oslo')
  await applyTrucks(page, home, 2000)

  await page.goto(`${home}/things`)
  await expect(page.getByRole('button', { name: 'All 2,000', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Never 2,000' })).toBeVisible()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'All 2,000 that match' }).click()
  await page.getByRole('button', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2,000 things' })
  await dialog.getByLabel('Move into a site').click()
  await dialog.getByRole('combobox', { name: 'New site' }).fill('Oslo')
  await page.getByRole('option', { name: /Oslo depot/ }).click()
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(dialog.getByText('Site: none → oslo')).toBeVisible()
  await expectAccessibleNow(page)
  // Somebody else works on one of them.
  await rowsOf(
    product,
    `UPDATE things SET name = 'Renamed', version = version + 1
     WHERE "organizationId" = $1 AND id = $2`,
    ...['haulier', 'truck-007'],
  )
  await dialog.getByRole('button', { name: 'Change 2,000 things' }).click()
  await expect(dialog.getByText('1,999 things are changed.')).toBeVisible()
  await expect(dialog.getByText('1 thing: It has changed since it was read.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`${home}/things?site=oslo`)
  await expect(page.getByRole('button', { name: 'All 1,999', exact: true })).toBeVisible()
  await page.goto(`${home}/things?text=truck-007`)
  await expect(page.getByRole('link', { name: 'Renamed' })).toBeVisible()
})

test('which thing is silent, and what to do about it', async ({ page, product }) => {
  const home = await newOrganization(page, product, 'dairy')
  await applyTrucks(page, home, 4)
  await rowsOf(
    product,
    `UPDATE things SET "lastSeenAt" = now() - CASE id WHEN 'truck-003' THEN interval '2 hours'
       ELSE interval '1 second' END
     WHERE "organizationId" = $1 AND id <> $2`,
    ...['dairy', 'truck-004'],
  )
  await page.goto(home)
  await page.getByRole('link', { name: '1 thing is silent' }).click()
  await expect(page).toHaveURL(`${home}/things?freshness=silent`)
  const row = page.getByRole('row', { name: /truck-003/ })
  await expect(row.getByText('Silent')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessibleNow(page)
  await row.getByRole('link').click()
  await expect(page.getByText(/Nothing has arrived/)).toBeVisible()

  // It is in the workshop: nothing is expected of it.
  await page.goBack()
  await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 1 thing' })
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(dialog.getByText('Status: Active → Inactive')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 1 thing' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Silent 0' })).toBeVisible()
})
