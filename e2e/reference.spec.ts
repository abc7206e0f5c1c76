import { expect, test } from './journey.ts'

test('an operation tried from its reference is rejected with a mistyped key and succeeds with a valid one', async ({
  page,
  product,
  signIn,
}) => {
  const { key } = product.demo.once
  await signIn(page)
  await page.goto(`${product.home}/reference?operation=things.list`)
  const field = page.getByLabel('API key', { exact: true })
  const reply = page.getByRole('main').getByRole('status')
  const tryWith = async (text: string) => {
    // A click waits until the page has hydrated.
    await field.click()
    await field.fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await tryWith(key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'))
  await expect(reply).toContainText('401 in')
  await expect(reply).toContainText('key-malformed')
  await tryWith(key)
  await expect(reply).toContainText('200 in')
  await expect(reply).toContainText('seattle-daily')
  expect(new URL(page.url()).search).toBe('?operation=things.list')
})
