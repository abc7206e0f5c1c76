import type { Page } from 'playwright/test'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { type Product, runSluice } from './product.ts'

const email = 'two.hats@sluice.example'
const password = 'seven brave otters'

/**
 * Creates two organizations, with a link that makes a person the owner of one and a link that invites them to the
 * other.
 */
async function newPerson(product: Product) {
  const create = ['organizations', 'create', '--id']
  const made = await runSluice(product, ...create, 'hat-a', '--name', 'Hat A', '--admin', email)
  const { link: own } = (made as { admin: { link: string } }).admin
  await runSluice(product, ...create, 'hat-b', '--name', 'Hat B')
  const invite = ['members', 'invite', email, '--organization', 'hat-b', '--role', 'admin']
  const { link } = (await runSluice(product, ...invite)) as { link: string }
  return { own, link }
}

async function createSite(page: Page, id: string) {
  await page.getByRole('button', { name: 'Create site' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(id)
  await dialog.getByLabel('Id', { exact: true }).fill(id)
  await dialog.getByRole('button', { name: 'Create site' }).click()
  await expect(page.getByRole('table').getByText(id).first()).toBeVisible()
}

test('two tabs show two organizations, and each creates resources in its own', async ({
  page,
  product,
}) => {
  // Loads about twenty pages in full.
  test.setTimeout(180_000)
  const at = (path: string) => product.console + path
  const { own, link } = await newPerson(product)
  await page.goto(own)
  await joinAsNew(page, 'Two Hats', password)
  await expect(page).toHaveURL(at('/o/hat-a'))
  await page.goto(link)
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page).toHaveURL(at('/o/hat-b'))

  await page.goto(at('/o/hat-a/sites'))
  const other = await page.context().newPage()
  await other.goto(at('/o/hat-a/sites'))
  await other.getByRole('button', { name: 'Organization: Hat A' }).click()
  await other.getByRole('menuitem', { name: /Hat B/ }).click()
  await expect(other).toHaveURL(at('/o/hat-b/sites'))
  await createSite(page, 'made-in-a')
  await createSite(other, 'made-in-b')
  for (const [tab, own] of [
    [page, 'made-in-a'],
    [other, 'made-in-b'],
  ] as const) {
    await tab.reload()
    await expect(
      tab
        .getByRole('table')
        .getByText(/made-in/)
        .first(),
    ).toBeVisible()
    await expect(tab.getByRole('row', { name: /made-in/ })).toHaveCount(1)
    await expect(tab.getByRole('row', { name: own })).toBeVisible()
  }
  // Every link of a page stays in its organization.
  const links = await other.getByRole('navigation', { name: 'Main' }).getByRole('link').all()
  for (const one of links) expect(await one.getAttribute('href')).toMatch(/^\/o\/hat-b(\/|$)/)

  // A URL without an organization redirects to the one used last.
  await other.goto(at('/sites?text=made'))
  await expect(other).toHaveURL(at('/o/hat-b/sites?text=made'))
  await other.goto(at('/'))
  await expect(other).toHaveURL(at('/o/hat-b'))

  // An organization of others looks like an unknown one.
  for (const foreign of ['/o/demo/keys', '/o/no-such-one/keys', '/o/demo/things/seattle-daily']) {
    expect((await page.goto(at(foreign)))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The organization does not exist, or you are not a member of it',
    )
  }
  expect((await page.request.get(at('/o/demo/export-things'))).status()).toBe(404)

  // Signing in again leads to the requested page.
  await page.context().clearCookies()
  await page.goto(at('/o/hat-a/sites?text=made'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(at('/o/hat-a/sites?text=made'))
  await expect(page.getByRole('row', { name: 'made-in-a' })).toBeVisible()
})
