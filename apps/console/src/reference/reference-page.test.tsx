import { afterEach, expect, test, vi } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { ReferencePage } from './reference-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const shown = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  return shownWith(<ReferencePage />, () => undefined)
}

test('says that the API is down, not that the page failed', async () => {
  const html = await shown(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(html).toContain('The API cannot be reached')
  expect(html).toContain('Try again')
  expect(await shown(async () => new Response('<html>'))).toContain('The API cannot be reached')
  const answered = await shown(async () => new Response(null, { status: 502 }))
  expect(answered).toContain('The API answered 502.')
})
