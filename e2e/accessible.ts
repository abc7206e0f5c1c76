import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** How a page is shown. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Each colour scheme at one width only: colours do not depend on the width, nor layout on colours. */
export const desktop: Look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } }
export const phone: Look = { colorScheme: 'dark', viewport: { width: 390, height: 844 } }

/**
 * Opens a page and checks it with axe, and that nothing is wider than the page: in each of the looks, loaded in the
 * first of them; without any, as the page's context has it.
 */
export async function expectAccessible(page: Page, url: string, ...looks: Look[]): Promise<void> {
  const [first, ...others] = looks
  if (first) await show(page, first)
  await page.goto(url)
  await expectAccessibleOpen(page, ...others)
}

/** The same for a page that was just opened: as it is, then in each of the looks. */
export async function expectAccessibleOpen(page: Page, ...looks: Look[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Until it has hydrated a page is inert, and axe would treat it as empty.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectAccessibleNow(page)
  for (const look of looks) {
    await show(page, look)
    // A chart of another width asks for other intervals, and is pale meanwhile.
    await expect(page.locator('[data-outdated]')).toHaveCount(0)
    await expectAccessibleNow(page)
  }
}

export async function show(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  // Colours in transition have a contrast of their own.
  await page.evaluate(async () => {
    const next = () => new Promise(requestAnimationFrame)
    await next()
    await next()
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Checks the page as it is shown now. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  // A table that is read anew is pale meanwhile.
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  const seen = `${page.url()}, ${page.viewportSize()?.width} wide`
  // Legacy mode does without a page of its own, which only foreign frames would need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [seen, id, nodes.map(({ html }) => html)])).toEqual([])
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect([seen, sticksOut]).toEqual([seen, false])
}
