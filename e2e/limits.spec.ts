import type { Page } from 'playwright/test'
import { expectAccessible, phone } from './accessible.ts'
import { newOperator } from './joining.ts'
import { expect, test } from './journey.ts'

async function askForMore(page: Page, home: string) {
  await page.goto(`${home}/limits`)
  await expect(page.getByText('600 a minute, up to 1,000 at once')).toBeVisible()
  await page.getByRole('button', { name: 'Request more…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request higher limits' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Must name at least one tier, or storage.')).toBeVisible()
  await dialog.getByLabel('Requests a minute, standard').fill('6000')
  await dialog.getByLabel('Storage in GiB, samples').fill('500')
  await dialog.getByLabel('Why').fill('200 more weather stations')
  await dialog.getByRole('button', { name: 'Send request' }).click()
}

test('higher limits are requested, granted by an operator, and apply to running clients within a second', async ({
  browser,
  page,
  product,
  signIn,
  request,
}) => {
  await signIn(page)
  await page.goto(`${product.console}/operator/requests`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  const shut = await page.request.get(`${product.console}/api/trpc/operator.requests`)
  expect(shut.status()).toBe(403)

  const policy = async () => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const answer = await request.get(`${product.api}/v2/key`, { headers })
    return answer.headers()['ratelimit-policy']
  }
  expect(await policy()).toBe('"standard";q=600;w=60')

  await askForMore(page, product.home)
  const row = page.getByRole('row', { name: /200 more weather stations/ })
  await expect(row).toContainText('Open')

  const person = await newOperator(product, 'operator@sluice.example')
  const context = await browser.newContext()
  const desk = await context.newPage()
  // An operator without an organization reaches the queue after signing in.
  await signIn(desk, person)
  await desk.goto(product.console)
  await expect(desk).toHaveURL(`${product.console}/operator/requests`)
  const waiting = desk.getByRole('row', { name: /200 more weather stations/ })
  // The earlier calls are in the request log within about a second.
  const logged = async () => {
    const headers = { 'X-Api-Key': product.demo.once.key }
    const answer = await request.get(`${product.api}/v2/limits/usage`, { headers })
    return JSON.stringify(await answer.json())
  }
  await expect.poll(logged).toMatch(/"calls":[1-9]/)
  await waiting.getByRole('link').click()
  await expect(desk.getByLabel('Burst, standard')).toHaveValue('10,000')
  await expect(desk.getByText(/^Last 7 days: [\d,]+ calls?, /)).toBeVisible()
  await desk.getByLabel('Requests a minute, standard').fill('3000')
  await desk.getByLabel('Burst, standard').fill('5000')
  await expect(desk.getByLabel('Storage in GiB, samples')).toHaveValue('500')
  await desk.getByLabel('Storage in GiB, samples').fill('250')
  await desk.getByRole('button', { name: 'Grant' }).click()
  await expect(desk.getByText('Must say why.')).toBeVisible()
  await desk.getByLabel('Reason').fill('half of it for now')

  const granted = desk.waitForResponse((answer) => answer.url().includes('operator.grant'))
  await desk.getByRole('button', { name: 'Grant' }).click()
  await granted
  // The form and its button are gone.
  await expect(desk.getByRole('main')).toBeFocused()
  await expect.poll(policy, { intervals: [50] }).toBe('"standard";q=3000;w=60')

  await expect(row).toContainText('Granted')
  await expect(row).toContainText(
    '250 GiB of samples, standard 3,000 a minute, permanently: half of it for now',
  )
  await expect(page.getByText('3,000 a minute, up to 5,000 at once').first()).toBeVisible()
  await expect(page.getByText('up to 250 GiB')).toBeVisible()

  // Granted limits can be reset on the organization's page.
  await desk.goto(`${product.console}/operator/organizations`)
  await desk.getByRole('searchbox').fill('demo')
  await desk.getByRole('row', { name: /demo/ }).getByRole('link').click()
  const reset = async (button: string) => {
    await desk.getByRole('button', { name: button }).click()
    const dialog = desk.getByRole('dialog', { name: /^Reset the / })
    await dialog.getByRole('button', { name: 'Reset to default' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await reset('Reset standard to default')
  await expect(desk.getByText('The standard limit was reset.')).toBeVisible()
  await expect.poll(policy, { intervals: [50] }).toBe('"standard";q=600;w=60')
  await expect(desk.getByText('up to 250 GiB')).toBeVisible()
  await desk.getByRole('button', { name: 'Change the storage of samples' }).click()
  const quota = desk.getByRole('dialog', { name: 'Change the storage of samples' })
  await quota.getByLabel('Storage in GiB, samples').fill('1536')
  await quota.getByLabel('Reason').fill('years of data')
  await quota.getByRole('button', { name: 'Change' }).click()
  await expect(desk.getByText('up to 1.5 TiB')).toBeVisible()
  await page.reload()
  await expect(page.getByText('up to 1.5 TiB')).toBeVisible()
  await reset('Reset the storage of samples to default')
  await expect(desk.getByText('up to 100 GiB')).toBeVisible()
  await context.close()
})

test("the operator's pages are accessible and fit a phone", async ({ page, product, signIn }) => {
  await signIn(page, await newOperator(product, 'phone@sluice.example'))
  for (const path of ['requests', 'organizations', 'organizations/demo']) {
    const light = { ...phone, colorScheme: 'light' } as const
    await expectAccessible(page, `${product.console}/operator/${path}`, phone, light)
  }
})
