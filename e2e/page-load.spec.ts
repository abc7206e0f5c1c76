import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { everyPage } from './every-page.ts'
import { expect, test } from './journey.ts'

/** Kilobytes of JavaScript, compressed, that a page may take when nothing of it is cached. */
const BOUND = 300

test('no page takes more than 300 kB of JavaScript, with nothing cached', async ({
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

/** Of the scripts that the document names: what is loaded once the page works is not of this, nor of other pages. */
async function weightOf(page: Page, url: string): Promise<number> {
  const html = await (await page.request.get(url)).text()
  // Browsers that know modules leave the others out.
  const named = html.matchAll(/<script(?![^>]*\bnomodule\b)[^>]* src="([^"]+)"/gi)
  const needed = new Set(Array.from(named, ([, src = '']) => new URL(src, url).href))
  expect(needed.size).toBeGreaterThan(3)
  const sizes = await Promise.all(Array.from(needed, sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

const sizes = new Map<string, Promise<number>>()

/** Bytes of a script as it comes over the wire, asked for once: most pages share them. */
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
