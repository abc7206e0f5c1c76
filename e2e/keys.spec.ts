import type { APIRequestContext } from 'playwright/test'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import type { Product } from './product.ts'

const KEY = /svcex_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/

/** A key created through the API, for journeys that start with one. */
async function makeKey(request: APIRequestContext, product: Product, name: string) {
  const made = await request.post(`${product.api}/v2/keys`, {
    headers: { 'X-Api-Key': product.demo.once.key },
    data: { keyType: 'External', name, scopes: [{ action: 'read', resourceFilter: '#' }] },
  })
  expect(made.status()).toBe(201)
  return (await made.json()) as { id: string; key: string }
}

test('a key is created with the keyboard only, including scope builder and reveal', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await tabTo(page, 'Create key')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('By keyboard')
  await tabTo(page, 'Add a scope')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Scope 1 is about', 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Things in a site' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('PLACE/Site/#/THING/#/#')).toBeVisible()
  await expect(dialog.getByText(/^PLACE.*Matches \d+ things now/)).toBeVisible()
  await tabTo(page, 'Review')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Read all things in any site')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(KEY).first()).toBeVisible()
  await tabTo(page, 'I have stored it')
  await page.keyboard.press('Space')
  await tabTo(page, 'Done')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /By keyboard/ })).toBeVisible()
})

test('before narrower access is saved, the calls that it would reject are shown', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, key } = await makeKey(request, product, 'To be narrowed')
  for (let calls = 0; calls < 3; calls += 1) {
    await request.get(`${product.api}/v2/things`, { headers: { 'X-Api-Key': key } })
  }
  // The log is written in batches, every five seconds.
  const logged = async () => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const answer = await request.get(`${product.api}/v2/key/${id}/calls`, { headers })
    return (await answer.json()).items.length
  }
  await expect.poll(logged).toBe(3)
  await signIn(page)
  await page.goto(`${product.home}/keys/${id}?tab=calls`)
  await expect(page.getByText('200 ok')).toHaveCount(3)

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByRole('textbox', { name: 'Allowed address 1' }).fill('192.0.2.7/24')
  await expect(dialog.getByText(/is not on the list/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Has host bits set; the network is 192.0.2.0/24.')).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Allowed address 1' }).fill('192.0.2.0/24')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('3 calls from the last 7 days would be refused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('192.0.2.0/24').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('No, the answer would be 403 address-not-allowed')).toBeVisible()
  await page.getByRole('textbox', { name: 'From address' }).fill('192.0.2.7')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Yes, it would be allowed')).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'keys.update' }).click()
  await expect(page.getByRole('dialog').getByText('192.0.2.0/24')).toBeVisible()
})

test('a key is rotated, and its successor shown once', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, key } = await makeKey(request, product, 'To be rotated')
  await signIn(page)
  await page.goto(`${product.home}/keys/${id}`)
  await page.getByRole('button', { name: 'Rotate…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '1 hour' }).check()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const shown = dialog.getByText(KEY).first()
  await expect(shown).toBeVisible()
  const successor = KEY.exec(await shown.innerText())?.[0] ?? ''
  expect(successor).not.toBe(key)
  for (const string of [key, successor]) {
    const answer = await request.get(`${product.api}/v2/key`, { headers: { 'X-Api-Key': string } })
    expect(answer.status()).toBe(200)
  }
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Expires in 1 h')).toBeVisible()
  expect(await page.content()).not.toContain(successor)
})

test('several keys are revoked together, each with its entry in the audit log', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const made = [
    await makeKey(request, product, 'Spare one'),
    await makeKey(request, product, 'Spare two'),
  ]
  await signIn(page)
  await page.goto(`${product.home}/keys?text=Spare`)
  await page.getByRole('checkbox', { name: 'Select Spare one' }).check()
  await page.getByRole('checkbox', { name: 'Select Spare two' }).check()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke 2 keys?' })
  await expect(dialog.getByText(/Never used/)).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click()
  await expect(page.getByText('2 keys revoked.')).toBeVisible()
  for (const { key } of made) {
    const answer = await request.get(`${product.api}/v2/key`, { headers: { 'X-Api-Key': key } })
    expect(answer.status()).toBe(401)
  }

  for (const { id } of made) {
    await page.goto(`${product.home}/audit-log?operation=keys.revoke&text=${id}`)
    await expect(page.getByRole('row', { name: / revoked key .* keys\.revoke/ })).toHaveCount(1)
    await expect(page.getByRole('main').locator(`a[href$="/keys/${id}"]`)).toBeVisible()
  }
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('audit-log.csv')
})

test('a key is found by pasting its string, and no URL or request contains the secret', async ({
  page,
  product,
  signIn,
  request,
}) => {
  const { id, key } = await makeKey(request, product, 'Found by its string')
  const secret = key.slice(-49)
  await signIn(page)
  const sent: string[] = []
  page.on('request', (one) => sent.push(one.url() + (one.postData() ?? '')))
  await page.goto(`${product.home}/keys`)
  const search = page.getByRole('searchbox', { name: 'Search by name, id or key' })
  await search.fill(key)
  await expect(search).toHaveValue(id)
  await expect(page).toHaveURL(`${product.home}/keys?text=${id}`)
  await expect(page.getByRole('link', { name: /Found by its string/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(sent.filter((one) => one.includes(secret))).toEqual([])

  // A bookmark that contains the secret redirects to a URL without it.
  await page.goto(`${product.home}/keys?text=${key}`)
  await expect(page).toHaveURL(`${product.home}/keys?text=${id}`)
  await page.goto(`${product.home}/keys/${key}`)
  await expect(page).toHaveURL(`${product.home}/keys/${id}`)
  await expect(page.getByRole('heading', { name: 'Found by its string' })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
})

test('the scope builder offers the existing sites', async ({ page, product, signIn }) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a scope' }).click()
  await dialog.getByRole('combobox', { name: 'Scope 1 is about' }).click()
  await page.getByRole('option', { name: 'Things in a site' }).click()
  for (const [slot, any] of [
    ['Site', 'Any site'],
    ['Thing type', 'Any thing type'],
  ] as const) {
    await dialog.getByRole('combobox', { name: `${slot} of scope 1` }).click()
    await expect(page.getByRole('option', { name: any })).toBeVisible()
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
  }
})

test.describe('in a zone other than the server’s', () => {
  test.use({ timezoneId: 'Pacific/Chatham' })

  test('a key’s access and usage hydrate without an error', async ({
    page,
    product,
    signIn,
    request,
  }) => {
    const { id } = await makeKey(request, product, 'Read from the Chatham Islands')
    await signIn(page)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(`${product.home}/keys/${id}?tab=access`)
    await expect(page.getByLabel('Time (Pacific/Chatham), now if empty')).toBeVisible()
    await page.goto(`${product.home}/keys/${id}?tab=usage`)
    await expect(page.getByText('Days in Pacific/Chatham.')).toBeVisible()
    expect(errors).toEqual([])
  })
})
