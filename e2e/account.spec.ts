import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible.ts'
import { newOperator } from './joining.ts'
import { expect, test } from './journey.ts'
import { type Product, rowsOf, runSluice } from './product.ts'
import { totp } from './totp.ts'

/** A new user, for journeys that change how they sign in. */
const newPerson = (product: Product, name: string) =>
  newOperator(product, `${name}@account.example`)

/** The console under a host name for which passkeys can be created. */
function byName({ console: address }: Product): string {
  return address.replace('127.0.0.1', 'localhost')
}

async function givePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function turnOnTwoStep(page: Page, password: string) {
  await page.getByRole('button', { name: 'Turn on…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await dialog.locator('code').innerText()
  const confirmedBy = totp(secret, Date.now())
  await dialog.getByLabel('Code from the app').fill(confirmedBy)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const backupCodes = await codes.allInnerTexts()
  // The dialog closes only after confirming that the codes are stored.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByLabel('I have stored them').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('You have 10 backup codes left.')).toBeVisible()
  return { secret, confirmedBy, backupCode: backupCodes[0] ?? '' }
}

test('two-step sign-in requires a code, accepts a backup code once, and is reset by the operator', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  // Six sign-ins each hash a password, which can take ten seconds on a busy machine.
  test.setTimeout(180_000)
  const person = await newPerson(product, 'totp')
  await signIn(page, person)
  await page.goto(`${product.console}/operator/account`)
  const { secret, confirmedBy, backupCode } = await turnOnTwoStep(page, person.password)

  const [kept] = await rowsOf(
    product,
    `SELECT secret, "backupCodes" FROM two_factors
     JOIN users ON users.id = "userId" WHERE email = $1`,
    person.email,
  )
  expect(kept.secret).toMatch(/^[0-9a-f]{64,}$/)
  expect(JSON.stringify(kept)).not.toContain(backupCode)

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${product.console}/sign-in`)
  await givePassword(other, person)
  const code = other.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByText('Wrong code.')).toBeVisible()
  // The code that enabled it is used, even if the app still shows it; the next one is accepted early.
  await code.fill(confirmedBy)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByText('Each code works once.')).toBeVisible()
  await code.fill(totp(secret, Date.now() + 30_000))
  await other.getByLabel('Trust this browser for 30 days').check()
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('navigation').first()).toBeVisible()

  // A trusted browser needs the password only, another one also a code.
  await other.context().clearCookies({ name: /session/ })
  await other.goto(`${product.console}/sign-in`)
  await givePassword(other, person)
  await expect(other.getByRole('navigation').first()).toBeVisible()
  for (const isFirst of [true, false]) {
    await other.context().clearCookies()
    await other.goto(`${product.console}/sign-in`)
    await givePassword(other, person)
    await other.getByRole('button', { name: 'Use a backup code instead' }).click()
    await other.getByLabel('Backup code').fill(backupCode)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (isFirst) await expect(other.getByRole('navigation').first()).toBeVisible()
    else await expect(other.getByText('was used before')).toBeVisible()
  }

  await runSluice(product, 'users', 'reset-second-factor', person.email)
  await other.getByRole('button', { name: 'Back' }).click()
  await givePassword(other, person)
  await expect(other.getByRole('navigation').first()).toBeVisible()
  await other.context().close()
})

test('a passkey is created, signs in without a password, and is deleted', async ({
  page,
  product,
  signIn,
}) => {
  const person = await newPerson(product, 'passkey')
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  const here = byName(product)
  await page.goto(`${here}/sign-in`)
  await givePassword(page, person)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${here}/operator/account`)
  await page.getByRole('button', { name: 'Add passkey…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Virtual key')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey “Virtual key” added.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Passkeys' })).toContainText('Never')

  await page.context().clearCookies()
  await page.goto(`${here}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${here}/operator/account`)
  await expect(page.getByRole('table', { name: 'Passkeys' })).not.toContainText('Never')

  await page.getByRole('button', { name: 'Delete Virtual key' }).click()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByText('You have none yet.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(`${here}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey was deleted from its account.')).toBeVisible()

  // Passkeys are unavailable for an IP address, and the page says why.
  await signIn(page, person)
  await expectAccessible(page, `${product.console}/operator/account`)
  await expect(page.getByText('Open the console at localhost')).toBeVisible()
})

test('a new password ends the other sessions', async ({ page, product, signIn, browser }) => {
  const person = await newPerson(product, 'password')
  await signIn(page, person)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, person)
  await other.goto(`${product.console}/operator/account`)
  await expect(other.getByRole('table', { name: 'Sessions' })).toBeVisible()
  await page.goto(`${product.console}/operator/account`)
  const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect(sessions).toHaveCount(3)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('a better one, at last')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(sessions).toHaveCount(2)
  await other.reload()
  await expect(other).toHaveURL(/\/sign-in/)
  await signIn(other, { ...person, password: 'a better one, at last' })
  await other.context().close()
})

test('a common password is rejected with a hint while typing, and by the server', async ({
  page,
  product,
  signIn,
}) => {
  const person = await newPerson(product, 'weak')
  await signIn(page, person)
  await page.goto(`${product.console}/operator/account`)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  const field = page.getByLabel('New password', { exact: true })
  await field.fill('seven other words')
  await expect(page.getByText('Hard to guess.')).toBeVisible()
  await field.fill('password1234')
  await expect(page.getByText('This is one of the most common passwords.')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(field).toHaveAttribute('data-invalid', 'true')
  await expect(page.getByText('This is one of the most common passwords.')).toBeVisible()
  const activity = page.getByRole('table', { name: 'Recent activity' })
  await expect(activity.getByText('Signed in').first()).toBeVisible()
})

test('a mailed link resets a forgotten password once', async ({ page, product, signIn }) => {
  const person = await newPerson(product, 'forgot')
  await page.goto(`${product.console}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The product sends no mail here, so the test creates the link in the database.
  await expect(page.getByText('This installation sends no email.')).toBeVisible()
  await expectAccessible(page, `${product.console}/forgot-password`)
  const secret = randomBytes(32).toString('base64url')
  const digest = createHash('sha256').update(secret).digest('hex')
  await rowsOf(
    product,
    `INSERT INTO verifications (id, identifier, value, "expiresAt", "updatedAt")
     SELECT $1, $2, id, now() + interval '1 hour', now() FROM users WHERE email = $3`,
    ...[randomUUID(), `password-link-${digest}`, person.email],
  )
  await page.goto(`${product.console}/reset-password#${secret}`)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page).toHaveURL(/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('password1234')
  await page.getByRole('button', { name: 'Change password' }).click()
  const field = page.getByLabel('New password', { exact: true })
  await expect(field).toHaveAttribute('data-invalid', 'true')
  await expect(page.getByText('one of the most common')).toHaveCount(1)
  const password = 'a better one, at last'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await signIn(page, { ...person, password })
  await page.context().clearCookies()
  // Only the fragment differs from the open URL, so opening it directly would load nothing.
  await page.goto('about:blank')
  await page.goto(`${product.console}/reset-password#${secret}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
