import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** Goes to a page and holds it to axe and to its width: nothing sticks out. */
export async function expectAccessible(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Until its scripts run a page is inert, which axe takes for empty.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [url, id, nodes.map(({ html }) => html)])).toEqual([])
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect([url, sticksOut]).toEqual([url, false])
}
