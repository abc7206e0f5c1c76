import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** The colour scheme and viewport of a page. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Each colour scheme at one width only: colours do not depend on the width, nor layout on colours. */
export const desktop: Look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } }
export const phone: Look = { colorScheme: 'dark', viewport: { width: 390, height: 844 } }

/**
 * Opens a page and checks it with axe, and that nothing is wider than the page. Loads the page in the first look and
 * checks it in each. Without looks, the page keeps its own.
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
  // A page is inert until it has hydrated, and axe would treat it as empty.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectAccessibleNow(page)
  for (const look of looks) {
    await show(page, look)
    // A chart of another width loads other intervals, and is faded meanwhile.
    await expect(page.locator('[data-outdated]')).toHaveCount(0)
    await expectAccessibleNow(page)
  }
}

export async function show(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  // Contrast is wrong while colours are in transition.
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
  // A table is faded while it reloads.
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  const seen = `${page.url()}, ${page.viewportSize()?.width} wide`
  // Legacy mode does not open another page, which only cross-origin frames need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [seen, id, nodes.map(({ html }) => html)])).toEqual([])
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect([seen, sticksOut]).toEqual([seen, false])
}
