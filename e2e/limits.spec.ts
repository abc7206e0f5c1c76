import { expect, test } from './journey.ts'
import { runSluice } from './product.ts'

test('higher limits are asked for, granted, and hold for a running client within a second', async ({
  page,
  product,
  signIn,
  request,
}) => {
  await signIn(page)
  await page.goto(`${product.console}/limits`)
  await expect(page.getByText('600 a minute, up to 1,000 at once')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for more…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for higher limits' })
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await expect(dialog.getByText('Must name a tier.')).toBeVisible()
  await dialog.getByLabel('Requests a minute, standard').fill('6000')
  await dialog.getByLabel('Why').fill('200 more weather stations')
  await dialog.getByRole('button', { name: 'Ask' }).click()
  const row = page.getByRole('row', { name: /200 more weather stations/ })
  await expect(row).toContainText('Open')

  const policy = async () => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const answer = await request.get(`${product.api}/v2/key`, { headers })
    return answer.headers()['ratelimit-policy']
  }
  expect(await policy()).toBe('"standard";q=600;w=60')
  const queue = (await runSluice(product, 'limits', 'requests')) as { items: { id: string }[] }
  const id = queue.items[0]?.id ?? ''
  await runSluice(product, 'limits', 'grant', id, '--reason', 'welcome, all of you')
  await expect.poll(policy, { timeout: 1_000, intervals: [50] }).toBe('"standard";q=6000;w=60')

  await expect(row).toContainText('Granted')
  await expect(row).toContainText('standard 6,000 a minute, for good: welcome, all of you')
  await expect(page.getByText('6,000 a minute, up to 10,000 at once').first()).toBeVisible()
  await runSluice(product, ...['limits', 'reset', '--organization', 'demo', '--tier', 'standard'])
})
