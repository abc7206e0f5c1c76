import { startProvider, testClient } from '@sluice/openid/testing'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible.ts'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { runSluice } from './product.ts'

const password = 'seven brave otters'

async function givePassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page) {
  await page.context().clearCookies()
  await page.goto('about:blank')
}

test('an owner sets up company sign-in, signs in with it, and then requires it', async ({
  page,
  product,
}) => {
  const organization = 'company'
  const email = 'olga@company.example'
  const home = `${product.console}/o/${organization}`
  const provider = await startProvider({
    redirectUris: [`${product.console}/api/auth/company/callback/${organization}`],
  })
  const olga = { subject: 'olga-1', email, emailVerified: true, name: 'Olga' }
  provider.signInAs(olga)
  const create = ['organizations', 'create', '--id', organization, '--name', 'Company']
  const { admin } = (await runSluice(product, ...create, '--admin', email)) as {
    admin: { link: string }
  }
  await page.goto(admin.link)
  await joinAsNew(page, 'Olga', password)

  await page.goto(`${home}/settings`)
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
  await page.getByLabel('Issuer').fill(`${provider.issuer}/nothing`)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('answered 404 instead of 200')).toBeVisible()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Provider found')).toBeVisible()
  await page.getByLabel('Client id').fill(testClient.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(testClient.clientSecret)
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('A secret is stored, and never shown.')).toBeVisible()
  await page.getByLabel('Another domain').fill('company.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^sluice-verification=/)).toBeVisible()
  await runSluice(product, 'organizations', 'grant-domain', organization, 'company.example')
  await expectAccessible(page, `${home}/settings`)
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(testClient.clientSecret)

  await signOut(page)
  await page.goto(`${home}/keys`)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await page.getByLabel('Work email').fill('olga@elsewhere.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No company sign-in was found for this.')).toBeVisible()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  // An existing account is connected to the provider once its holder has signed in to it.
  await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible()
  await expectAccessible(page, `${product.console}/sign-in/connect`)
  await givePassword(page, email)
  // The button does nothing before the page has hydrated.
  await expect(async () => {
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    if (await connect.isVisible()) await connect.click()
    await expect(page).toHaveURL(`${home}/keys`, { timeout: 5_000 })
  }).toPass()
  await page.goto(`${home}/account`)
  await expect(page.getByText('by the company sign-in of Company')).toBeVisible()

  await page.goto(`${home}/settings`)
  await page.getByLabel('Require company sign-in').check()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('Rules saved.')).toBeVisible()

  await signOut(page)
  await page.goto(`${home}/things`)
  await givePassword(page, email)
  const heading = page.getByRole('heading', { name: 'Company requires company sign-in' })
  await expect(heading).toBeVisible()
  await expectAccessible(page, `${home}/things`)
  provider.signInAs({ ...olga, emailVerified: false })
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(page.getByText('does not say that your email address is verified')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(heading).toBeVisible()
  provider.signInAs(olga)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(page).toHaveURL(`${home}/things`)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await provider.stop()
})
