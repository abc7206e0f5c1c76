import type { Page } from 'playwright/test'
import { Webhook } from 'standardwebhooks'
import { expect, test } from './journey.ts'
import { type Received, startReceiver } from './receiver.ts'
import { siteOfPartner } from './refused-partner.ts'

/** Verifies a request with the receiver's library. Throws if it was not signed with that secret. */
function verified({ headers, body }: Received, secret: string): unknown {
  const signed = { 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' }
  for (const name of Object.keys(signed)) Object.assign(signed, { [name]: headers[name] })
  return new Webhook(secret).verify(body, signed)
}

/** Reads the secret from the dialog that shows it once and survives the back button, and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = await dialog.getByText(/^whsec_/).innerText()
  await page.goBack()
  await expect(dialog.getByText(secret)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByLabel('I have stored it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return secret
}

test('an integration is created and tested, an event is resent, and its secret is rotated', async ({
  page,
  product,
  signIn,
}) => {
  const receiver = await startReceiver()
  // It also receives events of things that other journeys create.
  const tests = () => receiver.received.filter(({ body }) => body.includes('integration.test'))
  const arrived = async (count: number) => {
    await expect.poll(() => tests().length).toBe(count)
    return tests()[count - 1] as Received
  }
  try {
    await signIn(page)
    await page.goto(`${product.home}/integrations`)
    const create = page.getByRole('button', { name: 'Create integration' })
    await create.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Depot board')
    const url = dialog.getByLabel('URL')
    await url.fill('depot board')
    await dialog.getByRole('button', { name: 'Create integration' }).click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    await url.fill(receiver.url)
    const things = dialog.getByRole('group', { name: 'Things' })
    await things.getByLabel('Created').check()
    await dialog.getByRole('button', { name: 'Create integration' }).click()
    const first = await takeSecret(page)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Depot board')
    await page.getByRole('button', { name: 'Send test event' }).click()
    const tested = await arrived(1)
    expect(verified(tested, first)).toMatchObject({ type: 'integration.test' })
    const row = page.getByRole('row', { name: /integration\.test/ })
    await expect(row).toContainText('Delivered')
    const range = page.getByRole('combobox', { name: 'Range' })
    await range.fill('2020-01-01')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No deliveries match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(row).toBeVisible()

    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: 'Redeliver' }).click()
    const again = await arrived(2)
    expect(again.headers['webhook-id']).toBe(tested.headers['webhook-id'])
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rotate secret…' }).click()
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    const second = await takeSecret(page)
    await page.getByRole('button', { name: 'Send test event' }).click()
    const signedTwice = await arrived(3)
    for (const secret of [first, second]) verified(signedTwice, secret)
    expect(() => verified(tested, second)).toThrow()

    await page.reload()
    await expect(page.getByText(/Old secret valid until/)).toBeVisible()
    expect(await page.content()).not.toContain('whsec_')
  } finally {
    await receiver.stop()
  }
})

test('an integration of a revoked key says that events are withheld, and is taken over', async ({
  page,
  product,
  request,
  signIn,
}) => {
  const receiver = await startReceiver()
  try {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const scopes = ['read', 'write'].map((action) => ({ action, resourceFilter: 'INTEGRATION/#' }))
    const made = await request.post(`${product.api}/v2/keys`, {
      headers,
      data: { keyType: 'External', name: 'Partner', scopes: [...scopes, siteOfPartner] },
    })
    const { id, key } = (await made.json()) as { id: string; key: string }
    const integration = { id: 'partner', name: 'Partner board', url: receiver.url }
    const created = await request.post(`${product.api}/v2/integrations`, {
      headers: { 'X-Api-Key': key },
      data: {
        ...integration,
        eventTypes: ['thing.updated'],
        resourceFilter: siteOfPartner.resourceFilter,
      },
    })
    expect(created.status()).toBe(201)
    await request.post(`${product.api}/v2/key/${id}/revoke`, { headers })

    await signIn(page)
    await page.goto(`${product.home}/integrations/partner`)
    await expect(page.getByText('Events are withheld')).toBeVisible()
    await page.getByRole('button', { name: 'Take over' }).click()
    await expect(page.getByText('Events are withheld')).toBeHidden()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect.poll(() => receiver.received.length).toBe(1)
  } finally {
    await receiver.stop()
  }
})
