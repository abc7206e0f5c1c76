import type { Page } from 'playwright/test'
import { expect } from './journey.ts'
import { type Product, runSluice } from './product.ts'

const password = 'seven brave otters'

/** Creates an operator, who has accepted an invitation. */
export async function newOperator(product: Product, email: string) {
  const { link } = (await runSluice(product, 'operators', 'add', email)) as { link: string }
  const body = { secret: new URL(link).hash.slice(1), name: email.replace(/@.*/, ''), password }
  const answer = await fetch(`${product.console}/api/trpc/join.acceptAsNew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.console },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return { email, password }
}

/** Creates an organization, signs in as its owner, and returns the URL of its pages. */
export async function newOrganization(page: Page, product: Product, id: string): Promise<string> {
  const create = ['organizations', 'create', '--id', id, '--name', id]
  const made = await runSluice(product, ...create, '--admin', `${id}@sluice.example`)
  await page.goto((made as { admin: { link: string } }).admin.link)
  await joinAsNew(page, 'Ada Owner', password)
  await expect(page).toHaveURL(`${product.console}/o/${id}`)
  return `${product.console}/o/${id}`
}

/** Accepts an invitation with a new account, which is then signed in. */
export async function joinAsNew(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
