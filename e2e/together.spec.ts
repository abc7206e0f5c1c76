import type { Page } from 'playwright/test'
import { newOperator } from './joining.ts'
import { expect, test } from './journey.ts'

/** What two people edit at once. */
const edited = [
  { what: 'site', pages: 'sites', body: { timezone: 'UTC' } },
  {
    what: 'key',
    pages: 'keys',
    body: { keyType: 'External', scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }] },
  },
  {
    what: 'integration',
    pages: 'integrations',
    body: { url: 'http://127.0.0.1:9/hooks', eventTypes: ['key.expired'], description: 'board' },
  },
] as const

for (const { what, pages, body } of edited) {
  test(`two people edit one ${what}: the second sees what the first changed, and keeps what was typed`, async ({
    page,
    browser,
    product,
    signIn,
    request,
  }) => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const data = { name: `Shared ${what}`, ...body }
    const made = await request.post(`${product.api}/v2/${pages}`, { headers, data })
    expect(made.status()).toBe(201)
    const { id } = (await made.json()) as { id: string }
    const context = await browser.newContext()
    const other = await context.newPage()
    const form = (one: Page) => one.getByRole('dialog', { name: /^Edit “/ })
    for (const one of [page, other]) {
      await signIn(one)
      await one.goto(`${product.home}/${pages}/${id}`)
      await one.getByRole('button', { name: 'Edit', exact: true }).click()
      await expect(form(one).getByLabel('Name')).toHaveValue(`Shared ${what}`)
    }
    const save = (one: Page) => form(one).getByRole('button', { name: 'Save', exact: true })

    await form(other).getByLabel('Name').fill('Of the first')
    await save(other).click()
    await expect(form(other)).toBeHidden()
    const second = what === 'key' ? 'Share of the rate limit' : 'Description'
    const typed = what === 'key' ? '40' : 'Of the second'
    await form(page).getByLabel(second).fill(typed)
    await save(page).focus()
    await page.keyboard.press('Enter')
    await expect(form(page).getByText('Nothing was saved')).toBeVisible()
    await expect(form(page).locator('code', { hasText: 'Of the first' })).toBeVisible()
    await expect(form(page).getByLabel(second)).toHaveValue(new RegExp(`^${typed}`))
    await expect(save(page)).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(form(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of the first')
    await expect(page.getByText(typed).first()).toBeVisible()
    await context.close()
  })
}

test('two operators decide a request: the second is told, and sees the decision of the first', async ({
  page,
  browser,
  product,
  signIn,
  request,
}) => {
  const asked = await request.post(`${product.api}/v2/limits/requests`, {
    headers: { 'X-Api-Key': product.demo.once.key },
    data: { tiers: [{ tier: 'data-read', perMinute: 9000 }], reason: 'two at the desk' },
  })
  expect(asked.status()).toBe(201)
  const person = await newOperator(product, 'two@sluice.example')
  const context = await browser.newContext()
  const other = await context.newPage()
  for (const one of [page, other]) {
    await signIn(one, person)
    await one.goto(`${product.console}/operator/requests`)
    await one
      .getByRole('row', { name: /two at the desk/ })
      .getByRole('link')
      .click()
    await one.getByLabel('Reason').fill('not this month')
  }
  await other.getByRole('button', { name: 'Decline' }).click()
  await expect(other.getByText('Declined').first()).toBeVisible()
  await page.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('The request was already declined.').first()).toBeVisible()
  await expect(page.getByText('Declined').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Grant' })).toBeHidden()
  await context.close()
})
