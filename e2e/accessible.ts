import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** Opens a page and checks it with axe, and that nothing is wider than the page. */
export async function expectAccessible(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Until it has hydrated a page is inert, and axe would treat it as empty.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [url, id, nodes.map(({ html }) => html)])).toEqual([])
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect([url, sticksOut]).toEqual([url, false])
}
