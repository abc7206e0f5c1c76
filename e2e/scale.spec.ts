import type { Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { newOrganization } from './joining.ts'
import { expect, test } from './journey.ts'
import { rowsOf } from './product.ts'

/** Applies the template of refrigerated trucks. */
async function applyTrucks(page: Page, home: string, trucks: number) {
  await page.goto(`${home}/templates/sluice.cold-chain-truck`)
  await page.getByLabel('Trucks', { exact: true }).fill(String(trucks))
  await page.getByRole('button', { name: 'Show plan' }).click()
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

test('moves 2,000 trucks into a site, except one that is changed meanwhile', async ({
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
  // Escape does not discard the choices.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  // Somebody else changes one of them.
  await rowsOf(
    product,
    `UPDATE things SET name = 'Renamed', version = version + 1
     WHERE "organizationId" = $1 AND id = $2`,
    ...['haulier', 'truck-007'],
  )
  await dialog.getByRole('button', { name: 'Change 2,000 things' }).click()
  await expect(dialog.getByText('1,999 things changed.')).toBeVisible()
  await expect(dialog.getByText('1 thing: It has changed since it was read.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`${home}/things?site=oslo`)
  await expect(page.getByRole('button', { name: 'All 1,999', exact: true })).toBeVisible()
  await page.goto(`${home}/things?text=truck-007`)
  await expect(page.getByRole('link', { name: 'Renamed' })).toBeVisible()

  // The audit log shows the template's things as one row, which expands in place.
  await page.goto(`${home}/audit-log?operation=things.create`)
  const others = page
    .getByRole('button', { name: /^[\d,]+ more changes by the same call$/ })
    .first()
  await others.click()
  await expect(others).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('cell').getByRole('listitem')).toHaveCount(10)
  await expectAccessibleNow(page)
  await page.getByRole('link', { name: /^All [\d,]+ changes of this call$/ }).click()
  await expect(page).toHaveURL(/request=/)
})

test('the overview leads to a silent thing, and setting it inactive ends the warning', async ({
  page,
  product,
}) => {
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
  await expect(page.getByText('This thing is silent')).toBeVisible()
  await expectAccessibleNow(page)
  await expect(page.getByRole('link', { name: 'Refused calls' })).toHaveAttribute(
    'href',
    /requests\?resource=THING%2Fcold-chain-truck%2Ftruck-003&outcome=refused$/,
  )

  // The truck is in the workshop, so no data is expected from it.
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

test('jumps to a thing, opens the form for a key and shows the shortcuts, by keyboard alone', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/settings`)
  const field = page.getByRole('combobox', { name: 'Jump to' })
  // Shortcuts work once the page has hydrated.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await expectAccessibleNow(page)
  await page.keyboard.type('seattle-dai')
  const option = page.getByRole('option', { name: /Seattle daily/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleNow(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Seattle daily', level: 1 })).toBeVisible()

  // The last target comes first the next time.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(page.getByRole('option').first()).toHaveText(/Seattle daily/)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('create key')
  await expect(page.getByRole('option', { name: 'Create key' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create a key' })).toBeVisible()
  await expect(page).toHaveURL(`${product.home}/keys`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(`${product.home}/things`)
  await expect(page.getByRole('heading', { name: 'Things', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search by name or id' })).toBeFocused()
  await page.keyboard.type('/g?')
  await expect(page.getByRole('searchbox', { name: 'Search by name or id' })).toHaveValue('/g?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleNow(page)
})

test('a pasted key finds its key, and its secret stays in the browser', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  const { key } = product.demo.once
  const [, id = '', secret = ''] = key.split('_')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.goto(product.home)
  await page.getByRole('button', { name: 'Jump to' }).first().click()
  await page.getByRole('combobox', { name: 'Jump to' }).fill(key)
  await expect(page.getByRole('combobox', { name: 'Jump to' })).toHaveValue(id)
  await expect(page.getByRole('option').first()).toContainText(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.home}/keys/${id}`)
  expect(sent.filter((text) => text.includes(secret))).toEqual([])
})
