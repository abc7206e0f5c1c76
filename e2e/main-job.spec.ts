import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from './journey.ts'

const KEY = /svcex_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/

test('a key is created, shown once, used on /v2, and rejected at once when revoked', async ({
  page,
  product,
  signIn,
  request,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/keys`)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Roof weather')
  await dialog.getByRole('radio', { name: /External/ }).click()
  await dialog.getByRole('button', { name: 'Read and write everything' }).click()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const shown = dialog.getByText(KEY).first()
  await expect(shown).toBeVisible()
  const key = KEY.exec(await shown.innerText())?.[0] ?? ''

  // Closing the dialog before the key is stored needs a confirmation.
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Close without the key?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Go back to it' }).click()
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  // The key is neither on the page nor in what the server renders.
  expect(await page.content()).not.toContain(key)
  await page.reload()
  await expect(page.getByText('Roof weather').first()).toBeVisible()
  expect(await page.content()).not.toContain(key)

  const headers = { 'X-Api-Key': key }
  const data = `${product.api}/v2/thing/seattle-daily/data`
  const frame = {
    timestamp: '2016-01-01T00:00:00-08:00',
    values: { temp_max: 6.1, weather: 'fog' },
  }
  const sent = await request.post(data, { headers, data: frame })
  expect(await sent.json()).toEqual({ accepted: 2, rejected: 0, errors: [] })

  const series = await request.get(`${product.api}/v2/thing/seattle-daily/timeseries`, {
    headers,
    params: { from: '2015-12-31T08:00:00Z', to: '2016-01-02T00:00:00Z', metrics: 'temp_max' },
  })
  expect(await series.json()).toMatchObject({
    timestamps: ['2015-12-31T08:00:00.000Z', '2016-01-01T08:00:00.000Z'],
    values: { temp_max: [5.6, 6.1] },
  })

  await page.goto(`${product.home}/things/seattle-daily`)
  await expect(page.getByText('6.1').first()).toBeVisible()

  await page.goto(`${product.home}/keys`)
  await page
    .getByRole('button', { name: 'Roof weather' })
    .or(page.getByRole('link', { name: 'Roof weather' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Revoke key…' }).click()
  await page
    .getByRole('dialog', { name: /Revoke/ })
    .getByRole('button', { name: 'Revoke key' })
    .click()
  await expect(page.getByText('“Roof weather” revoked.')).toBeVisible()
  // The button that opened the dialog is gone.
  await expect(page.getByRole('main')).toBeFocused()
  const refused = await request.get(`${product.api}/v2/key`, { headers })
  expect(refused.status()).toBe(401)
  expect((await refused.json()).type).toMatch(/key-revoked$/)
})

test('the curl command that the start prints works', async ({ product }) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', product.curl])
  expect(Object.keys(JSON.parse(stdout).metrics)).not.toHaveLength(0)
})
