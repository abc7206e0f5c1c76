import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** Accepts an invitation as somebody without an account, who is then signed in. */
export async function joinAsNew(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
