import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { expectAccessibleNow } from './accessible.ts'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'
import { type Product, runSluice } from './product.ts'

const KEY = /svcex_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/
const password = 'seven brave otters'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Creates an organization and returns the link that makes a person its owner. */
async function newOrganization(product: Product, id: string): Promise<string> {
  const email = `${id}@sluice.example`
  const args = ['organizations', 'create', '--id', id, '--name', 'New', '--admin', email]
  const made = (await runSluice(product, ...args)) as { admin: { link: string } }
  return made.admin.link
}

/** Runs the copied text in a shell. */
async function runCopied(page: Page) {
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await promisify(execFile)('sh', ['-c', copied])
  return { copied, answer: JSON.parse(stdout) }
}

test('first five minutes: from the invitation to the first sample', async ({ page, product }) => {
  await page.goto(await newOrganization(product, 'first-five'))
  await joinAsNew(page, 'Ada', password)

  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('radio', { name: /Refrigerated trucks/ }).click()
  await steps.getByRole('button', { name: 'Set up 3 trucks' }).click()
  await expect(steps.getByText('Truck 1, Truck 2, Truck 3')).toBeVisible()
  await expect(steps.getByText('it is shown only once')).toBeVisible()
  await expect(steps.getByText('Waiting for the first sample from Truck 1…')).toBeVisible()
  await expectAccessibleNow(page)
  for (const language of ['Python', 'JavaScript', 'curl']) {
    await steps.getByRole('tab', { name: language }).click()
    await expect(steps.getByRole('tabpanel').getByText(KEY)).toBeVisible()
  }
  await steps.getByRole('button', { name: 'Copy the curl command' }).click()
  const { copied, answer } = await runCopied(page)
  expect(await steps.getByRole('tabpanel').locator('code').innerText()).toBe(copied)
  expect(answer).toMatchObject({ rejected: 0 })

  await expect(steps.getByText('The first sample from Truck 1 has arrived.')).toBeVisible()
  await expect(steps.getByText('Cargo temperature')).toBeVisible()
  await expectAccessibleNow(page)
  await steps.getByRole('link', { name: 'See the chart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Truck 1')
  await expect(page.getByRole('img', { name: /Cargo temperature/ })).toBeVisible()

  // The first steps disappear, and the key is no longer shown anywhere.
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Calls in the last 24 hours' })).toBeVisible()
  await page.reload()
  await expect(steps).toHaveCount(0)
  expect(await page.content()).not.toMatch(KEY)

  // The key can do what the page says, and nothing else.
  const headers = { 'X-Api-Key': KEY.exec(copied)?.[0] ?? '' }
  const list = await page.request.get(`${product.api}/v2/things?fields=id`, { headers })
  expect((await list.json()).items).toHaveLength(3)
  const refused = await page.request.get(`${product.api}/v2/sites`, { headers })
  expect(refused.status()).toBe(403)
})

test('first five minutes, by keyboard alone', async ({ page, product }) => {
  await page.goto(await newOrganization(product, 'first-five-keys'))
  await expect(page.getByLabel('Your name')).toBeVisible()
  await tabTo(page, /Your name/)
  await page.keyboard.type('Ada')
  await tabTo(page, /^Password/)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('radio', { name: /Building meters/ })).toBeVisible()

  await tabTo(page, /^Refrigerated trucks/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await enter(page, 'Set up 3 meters')
  await expect(steps.getByRole('button', { name: 'Copy the key' })).toBeFocused()
  await tabTo(page, 'curl')
  await page.keyboard.press('ArrowRight')
  await expect(steps.getByRole('tab', { name: 'JavaScript' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await enter(page, 'Copy the curl command')
  expect((await runCopied(page)).answer).toMatchObject({ rejected: 0 })
  await expect(
    steps.getByText(/^The first sample from Building 1, electricity has arrived/),
  ).toBeVisible()
  await enter(page, 'See the chart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Building 1, electricity')
})

test('a returning owner creates a new key before the first sample, and a viewer is told who can set up', async ({
  page,
  product,
}) => {
  await page.goto(await newOrganization(product, 'come-back'))
  await joinAsNew(page, 'Ada', password)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('radio', { name: /Something else/ }).click()
  await expect(steps.getByRole('link', { name: 'add a thing' })).toBeVisible()
  await steps.getByRole('radio', { name: /Weather stations/ }).click()
  await steps.getByRole('button', { name: 'Set up 3 stations' }).click()
  await expect(steps.getByText(KEY).first()).toBeVisible()
  await page.reload()
  await expect(steps.getByText('$SLUICE_KEY')).toBeVisible()
  await expect(steps.getByText(KEY)).toHaveCount(0)
  await steps.getByRole('button', { name: 'Create a key' }).click()
  await expect(steps.getByText(KEY)).toHaveCount(2)
  await steps.getByRole('button', { name: 'Copy the curl command' }).click()
  expect((await runCopied(page)).answer).toMatchObject({ rejected: 0 })
  await expect(steps.getByText('The first sample from Station 1 has arrived.')).toBeVisible()
  await steps.getByRole('button', { name: 'Done' }).click()
  await expect(steps).toHaveCount(0)

  await newOrganization(product, 'looked-at')
  const email = 'onlooker@sluice.example'
  const invite = ['members', 'invite', email, '--organization', 'looked-at', '--role', 'viewer']
  const { link } = (await runSluice(product, ...invite)) as { link: string }
  await page.context().clearCookies()
  await page.goto(link)
  await joinAsNew(page, 'Onlooker', password)
  await expect(
    steps.getByText('An owner or an admin can set up the first things here.'),
  ).toBeVisible()
  await expect(steps.getByRole('button')).toHaveCount(0)
})
