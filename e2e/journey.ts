import { test as base, expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Journeys know where the product runs, and can sign in. */
export const test = base.extend<{ product: Product; signIn: (page: Page) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
  product: async ({}, use) => {
    await use(JSON.parse(process.env.SLUICE_PRODUCT ?? '{}') as Product)
  },
  signIn: async ({ product }, use) => {
    await use(async (page) => {
      await page.goto(`${product.console}/sign-in`)
      await page.getByLabel('E-mail').fill(product.demo.email)
      await page.getByLabel('Password', { exact: true }).fill(product.demo.once.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('navigation').first()).toBeVisible()
    })
  },
})

export { expect }
