import type { Page, Response } from 'playwright/test'
import { desktop, phone } from './accessible.ts'
import { everyPage } from './every-page.ts'
import { expect, test } from './journey.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shift.ts'

/** Kilobytes of JavaScript, compressed, that a page may take when nothing of it is cached. */
const BOUND = 300

test('no page takes more than 300 kB of JavaScript, with nothing cached', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const heavy: string[] = []
  for (const path of everyPage(product)) {
    const kilobytes = await weightOf(page, product.home + path)
    if (kilobytes > BOUND) heavy.push(`${path || '/'}: ${kilobytes.toFixed(0)} kB`)
  }
  expect(heavy).toEqual([])
})

/** Of the scripts that the document names: what is loaded once the page works is not of this, nor of other pages. */
async function weightOf(page: Page, url: string): Promise<number> {
  const answers: Response[] = []
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') answers.push(response)
  }
  page.on('response', note)
  const answer = await page.goto(url, { waitUntil: 'load' })
  const html = (await answer?.text()) ?? ''
  const own = Array.from(html.matchAll(/<script[^>]* src="([^"]+)"/g), ([, src = '']) => {
    return new URL(src, url).href
  })
  page.off('response', note)
  const needed = answers.filter((response) => own.includes(response.url()))
  expect(needed.length).toBeGreaterThan(3)
  const sizes = await Promise.all(needed.map((response) => response.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000
}

for (const { viewport } of [desktop, phone]) {
  test(`no page moves while it loads, ${viewport.width} pixels wide`, async ({
    page,
    product,
    signIn,
  }) => {
    await page.setViewportSize(viewport)
    await signIn(page)
    await watchShifts(page)
    const moved: string[] = []
    for (const path of everyPage(product)) {
      const shift = await leastShift(page, product.home + path)
      if (shift >= MOST_SHIFT) moved.push(`${path || '/'}: ${shift.toFixed(3)}`)
    }
    expect(moved).toEqual([])
  })
}

/** By how much a page moves each time. Once it may also be of news: other journeys use the same organization meanwhile. */
async function leastShift(page: Page, url: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && least >= MOST_SHIFT; turn += 1) {
    await page.goto(url, { waitUntil: 'networkidle' })
    least = Math.min(least, await shiftOf(page))
  }
  return least
}
