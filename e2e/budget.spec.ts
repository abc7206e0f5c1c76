import type { APIRequestContext, Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'
import type { Product } from './product.ts'

/** Creates a key that has exceeded its share of the limit. */
async function greedyKey(request: APIRequestContext, product: Product, name: string) {
  const admin = { 'X-Api-Key': product.demo.once.key }
  const scopes = [{ action: 'read', resourceFilter: '#' }]
  const made = await request.post(`${product.api}/v2/keys`, {
    headers: admin,
    data: { keyType: 'External', name, scopes, budgetShare: 1 },
  })
  const { id, key } = await made.json()
  const headers = { 'X-Api-Key': key }
  const ask = async () => (await request.get(`${product.api}/v2/sites`, { headers })).status()
  await expect.poll(ask, { intervals: [0] }).toBe(429)
  // The log is written in batches, every five seconds.
  const limited = async () => {
    const answer = await request.get(`${product.api}/v2/limits/usage`, { headers: admin })
    const { keys } = (await answer.json()) as { keys: { keyId: string; limited: number }[] }
    return keys.find(({ keyId }) => keyId === id)?.limited ?? 0
  }
  await expect.poll(limited).toBeGreaterThan(0)
  const share = async () => {
    const answer = await request.get(`${product.api}/v2/key/${id}`, { headers: admin })
    return (await answer.json()).budgetShare
  }
  return { id: id as string, share }
}

async function expectLimitedCalls(page: Page, id: string) {
  await expect(page).toHaveURL(new RegExp(`/requests\\?key=${id}&.*problem=rate-limited`))
  await expect(page.getByText('429 rate-limited').first()).toBeVisible()
}

test('the limits page names the key that uses up the budget, shows its calls and changes its share', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, share } = await greedyKey(request, product, 'Greedy')
  await signIn(page)
  await page.goto(`${product.home}/limits`)
  await page.getByRole('button', { name: 'Change share of Greedy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rate limit share of “Greedy”' })
  await expect(dialog.getByText('Now: At most 1 % of the organization’s.')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Share of the rate limit' })
  await field.fill('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/at most 99/i)).toBeVisible()
  await expectAccessibleNow(page)
  await field.fill('25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Greedy” saved.')).toBeVisible()
  expect(await share()).toBe(25)

  await page.getByRole('link', { name: /rate-limited calls? by Greedy$/ }).click()
  await expectLimitedCalls(page, id)
})

test('the limits page changes the share of a key and shows its calls, by keyboard alone', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, share } = await greedyKey(request, product, 'Hungry')
  await signIn(page)
  await page.goto(`${product.home}/limits`)
  await enter(page, 'Change share of Hungry')
  const field = page.getByRole('textbox', { name: 'Share of the rate limit' })
  await expect(field).toBeFocused()
  // Shortly after it gets the focus, the field moves the caret before its unit, which ends a selection.
  await expect(async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(field).toHaveValue('', { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Hungry” saved.')).toBeVisible()
  expect(await share()).toBeNull()
  // Once the dialog is gone, the focus returns to the page, which would take it from whatever has it by then.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.waitForFunction(() => document.activeElement !== document.body)
  await tabTo(page, /rate-limited calls? by Hungry$/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectLimitedCalls(page, id)
})
