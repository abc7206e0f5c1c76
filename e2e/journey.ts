import { test as base, expect, type Page } from 'playwright/test'
import type { Product } from './product.ts'

interface Person {
  readonly email: string
  readonly password: string
}

interface Fixtures {
  product: Product
  /** Signs in without opening a page, by default as the demo organization's owner. */
  signIn: (page: Page, person?: Person) => Promise<void>
}

/** The `test` of all journeys, with fixtures for the product and for signing in. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
  product: async ({}, use) => {
    await use(JSON.parse(process.env.SLUICE_PRODUCT ?? '{}') as Product)
  },
  signIn: async ({ product }, use) => {
    const { email, once } = product.demo
    const owner = { email, password: once.password }
    await use(async (page, { email, password } = owner) => {
      const answer = await page.request.post(`${product.console}/api/auth/sign-in/email`, {
        headers: { origin: product.console },
        data: { email, password },
      })
      expect(answer.status()).toBe(204)
    })
  },
})

export { expect }
