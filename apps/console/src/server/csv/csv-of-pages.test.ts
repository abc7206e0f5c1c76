import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { auditCsv } from '#audit/csv.ts'
import { thingsCsv } from '#things/csv/export.ts'
import type { Ask } from '../callers/ask-as-admitted.ts'

afterEach(() => vi.restoreAllMocks())

const entry = {
  ...{ id: '7', at: '2026-01-01T00:00:00Z', actor: null, operation: 'things.update' },
  ...{ resource: 'THING/truck/a', requestId: 'a1', before: null, after: { name: 'Ü' } },
}
const thing = { id: 'a', name: 'Ü', fleetIds: [], labels: {}, attributes: {} }
const files = { audit: [auditCsv, entry], things: [thingsCsv, thing] } as const

/** Answers with these pages, one for each call. */
function answering(pages: readonly (readonly unknown[])[]): Ask {
  let at = 0
  return (async () => {
    const items = pages[at]
    at += 1
    return { items, nextCursor: at < pages.length ? `page-${at}` : null }
  }) as never
}

test.each(Object.entries(files))(
  'the file %s has all pages and one header line',
  async (_name, [csvOf, item]) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of csvOf(answering([[item, item], [item]]), {})) chunks.push(chunk)
    expect(chunks).toHaveLength(2)
    const lines = Buffer.concat(chunks).toString().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^id,/)
    expect(lines[1]).toContain('Ü')
    expect(lines.slice(1)).toEqual([lines[1], lines[1], lines[1], ''])
  },
)

test.each(Object.entries(files))(
  'the file %s is written with turns of the event loop in between',
  async (_name, [csvOf, item]) => {
    // The slice of this turn may have begun by another clock.
    await nextTurn()
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    let turns = 0
    let ticking = setImmediate(function tick() {
      turns += 1
      ticking = setImmediate(tick)
    })
    await csvOf(answering([Array.from({ length: 1000 }, () => item)]), {}).next()
    clearImmediate(ticking)
    expect(turns).toBeGreaterThan(10)
  },
)
