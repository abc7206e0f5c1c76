import type { APIRequestContext, Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'
import type { Product } from './product.ts'

const KEY = /svcex_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/
const DAY = 24 * 60 * 60 * 1000

/** Checks what the key in the dialog can access, and for how long. */
async function expectPartnerOfSeattle(page: Page, product: Product) {
  const dialog = page.getByRole('dialog')
  const key = KEY.exec(await dialog.getByText(KEY).first().innerText())?.[0] ?? ''
  const ask = async (path: string) => {
    const headers = { 'X-Api-Key': key }
    const answer = await page.request.get(`${product.api}/v2/${path}`, { headers })
    return { status: answer.status(), body: await answer.json() }
  }
  const { body } = await ask('key')
  const left = Date.parse(body.expiresAt) - Date.now()
  expect(Math.round(left / DAY)).toBe(30)
  expect((await ask('site/seattle')).status).toBe(200)
  const sites = (await ask('things?fields=siteId')).body.items.map(
    ({ siteId }: { siteId: string }) => siteId,
  )
  expect(new Set(sites)).toEqual(new Set(['seattle']))
  expect((await ask('site/new-york')).status).toBe(404)
  expect((await ask('keys')).status).toBe(403)
}

test('a partner gets a key for one site and 30 days', async ({ page, product, signIn }) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: '90 days' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Partner in Seattle')
  // A new key allows nothing until scopes are chosen.
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText(/must have at least one scope/i)).toBeVisible()
  await dialog.getByRole('button', { name: 'Partner reads one site' }).click()
  await expect(dialog.getByRole('button', { name: 'Use these scopes' })).toBeDisabled()
  await expectAccessibleNow(page)
  await dialog.getByRole('combobox', { name: 'Which site?' }).click()
  await page.getByRole('option', { name: 'Seattle' }).click()
  await expect(dialog.getByText('Read all things in the site seattle')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use these scopes' }).click()
  await dialog.getByRole('radio', { name: '30 days' }).check()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Read the site seattle')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('tab', { name: 'Python' }).click()
  await expect(dialog.getByText('import urllib.request')).toBeVisible()
  await expectAccessibleNow(page)
  await expectPartnerOfSeattle(page, product)
})

test('a partner gets a key for one site and 30 days, by keyboard alone', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await enter(page, 'Create key')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Partner by keyboard')
  await enter(page, /^Partner reads one site/)
  await expect(dialog.getByRole('combobox', { name: 'Which site?' })).toBeFocused()
  await page.keyboard.type('Seattle')
  await expect(page.getByRole('option')).toHaveText(['Seattle'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await enter(page, 'Use these scopes')
  await expect(dialog.getByRole('button', { name: 'Add a scope' })).toBeFocused()
  await tabTo(page, /90 days/)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: '30 days' })).toBeChecked()
  await enter(page, 'Review')
  await expect(dialog.getByRole('button', { name: 'Create key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Copy the key' })).toBeFocused()
  await expectPartnerOfSeattle(page, product)
})

/** Creates a key and makes a call with it, as somebody who found it would. */
async function leakedKey(request: APIRequestContext, product: Product, name: string) {
  const made = await request.post(`${product.api}/v2/keys`, {
    headers: { 'X-Api-Key': product.demo.once.key },
    data: { keyType: 'External', name, scopes: [{ action: 'read', resourceFilter: '#' }] },
  })
  const { id, key } = await made.json()
  const use = async () => {
    const headers = { 'X-Api-Key': key }
    return (await request.get(`${product.api}/v2/sites`, { headers })).status()
  }
  expect(await use()).toBe(200)
  // The log is written in batches, every five seconds.
  const logged = async () => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const answer = await request.get(`${product.api}/v2/key/${id}/calls`, { headers })
    return (await answer.json()).items.length
  }
  await expect.poll(logged).toBe(1)
  return { key: key as string, use }
}

test('a leaked key is found by pasting it, its calls are shown, and it is revoked', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { key, use } = await leakedKey(request, product, 'Found on a forum')
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await page.getByRole('searchbox', { name: 'Search by name, id or key' }).fill(key)
  await page.getByRole('link', { name: 'Found on a forum' }).click()
  await page.getByRole('tab', { name: 'Request log' }).click()
  await expect(page.getByRole('button', { name: /^sites.list/ })).toBeVisible()
  await page.getByRole('button', { name: 'Revoke key…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('“Found on a forum” revoked.')).toBeVisible()
  expect(await use()).toBe(401)
})

test('a leaked key is found and revoked, by keyboard alone', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { key, use } = await leakedKey(request, product, 'Found in a bin')
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await tabTo(page, /^Search by name, id or key/)
  await page.keyboard.insertText(key)
  await expect(page.getByRole('row')).toHaveCount(2)
  await enter(page, /^Found in a bin/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Found in a bin')
  await tabTo(page, 'Usage')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /^sites.list/ })).toBeVisible()
  await tabTo(page, 'Revoke key…', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Revoke key' })).toBeVisible()
  await enter(page, 'Revoke key')
  await expect(page.getByText('“Found in a bin” revoked.')).toBeVisible()
  expect(await use()).toBe(401)
})
