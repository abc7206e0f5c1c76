import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { everyPage } from './every-page.ts'
import { expect, test } from './journey.ts'

/** Most kilobytes of compressed JavaScript that a page may load with an empty cache. */
const BOUND = 300

test('no page loads more than 300 kB of JavaScript with an empty cache', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  const heavy: string[] = []
  for (const path of everyPage(product)) {
    const kilobytes = await weightOf(page, product.home + path)
    if (kilobytes > BOUND) heavy.push(`${path || '/'}: ${kilobytes.toFixed(0)} kB`)
  }
  expect(heavy).toEqual([])
})

/** Kilobytes of the scripts in the document. Scripts that load later, or for other pages, do not count. */
async function weightOf(page: Page, url: string): Promise<number> {
  const html = await (await page.request.get(url)).text()
  // Browsers that support modules skip the others.
  const named = html.matchAll(/<script(?![^>]*\bnomodule\b)[^>]* src="([^"]+)"/gi)
  const needed = new Set(Array.from(named, ([, src = '']) => new URL(src, url).href))
  expect(needed.size).toBeGreaterThan(3)
  const sizes = await Promise.all(Array.from(needed, sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

const sizes = new Map<string, Promise<number>>()

/** Bytes of a script on the wire. Requested once, because most pages share scripts. */
function sizeOf(url: string): Promise<number> {
  const size = sizes.get(url) ?? receivedFrom(url)
  sizes.set(url, size)
  return size
}

async function receivedFrom(url: string): Promise<number> {
  const asked = get(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const pieces = await answer.toArray()
  expect(answer.statusCode).toBe(200)
  return Buffer.concat(pieces).length
}
