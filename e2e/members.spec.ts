import { expectAccessible } from './accessible.ts'
import { joinAsNew, newOperator, newOrganization } from './joining.ts'
import { expect, test } from './journey.ts'
import { rowsOf, runSluice } from './product.ts'

test('a person is invited, joins as a viewer, and loses access at once when removed', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const email = 'cy@sluice.example'
  await signIn(page)
  await page.goto(`${product.home}/members`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByText('Enter a complete email')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const link = await dialog.locator('code').innerText()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Close without copying the link?')).toBeVisible()
  await dialog.getByLabel('I have copied it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  await expect(invitations.getByText(email, { exact: true })).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const guest = await context.newPage()
  await expectAccessible(guest, link)
  await expect(guest).toHaveURL(`${product.console}/join`)
  await guest.setViewportSize({ width: 1280, height: 800 })
  await joinAsNew(guest, 'Cy', 'a dozen letters')
  await guest.goto(`${product.home}/members`)
  const members = (on: typeof page) => on.getByRole('table', { name: 'Members' })
  await expect(members(guest).getByText('you', { exact: true })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(guest.getByRole('button', { name: /Invite|Remove|Withdraw/ })).toHaveCount(0)
  await expect(guest.getByLabel(/^Role of/)).toHaveCount(0)

  await page.reload()
  await expect(invitations.getByText(email)).toHaveCount(0)
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByLabel('Role of Cy').selectOption('Admin')
  await expect(page.getByText('Cy is now an admin.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Cy' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Cy removed.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText(/The organization does not exist, or you are not/)).toBeVisible()
  await guest.getByRole('link', { name: 'Go to your organization' }).click()
  await expect(guest.getByText('You are not a member of an organization')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByText('This invitation was already accepted')).toBeVisible()
  await context.close()
})

test('an invitation can be accepted only by the account with its address', async ({
  page,
  product,
  signIn,
}) => {
  const email = 'di@sluice.example'
  const di = await newOperator(product, email)
  await runSluice(product, 'operators', 'remove', email)
  const args = ['members', 'invite', email, '--organization', 'demo', '--role', 'admin']
  const { link } = (await runSluice(product, ...args)) as { link: string }
  await signIn(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(di.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${product.home}/members`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You are not a member of an organization')).toBeVisible()
})

test('an operator’s link lets the holder claim an account that somebody else created', async ({
  page,
  product,
  browser,
}) => {
  const email = 'eve@sluice.example'
  const first = ['members', 'invite', email, '--organization', 'demo']
  const { link: old } = (await runSluice(product, ...first)) as { link: string }
  await page.goto(old)
  await joinAsNew(page, 'Mallory', 'nine angry badgers')
  await rowsOf(product, `UPDATE users SET "addressProof" = 'none' WHERE email = $1`, email)

  const { link } = (await runSluice(product, 'operators', 'add', email)) as { link: string }
  const guest = await (await browser.newContext()).newPage()
  await expectAccessible(guest, link)
  await expect(guest.getByText('An account with this email address exists')).toBeVisible()
  await guest.getByLabel('Your name').fill('Eve')
  await guest.getByLabel('New password', { exact: true }).fill('four green kettles')
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest.getByRole('navigation').first()).toBeVisible()
  // A page that has noticed by itself is already navigating, which aborts the reload.
  await page.reload().catch(() => {})
  await expect(page).toHaveURL(/\/sign-in/)
  await guest.context().close()
})

test('closing the link of an invitation without copying it leads to the invitations', async ({
  page,
  product,
}) => {
  const home = await newOrganization(page, product, 'uncopied')
  await page.goto(`${home}/members`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('fay@sluice.example')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.locator('code')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close without it' }).click()
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  await expect(invitations.getByText('fay@sluice.example', { exact: true })).toBeVisible()
})

test('the only member of an organization sees no column of actions', async ({ page, product }) => {
  const home = await newOrganization(page, product, 'alone')
  await page.goto(`${home}/members`)
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByText('you', { exact: true })).toBeVisible()
  await expect(members.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)
})
