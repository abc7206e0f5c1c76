import { expect, test } from 'vitest'
import { remoteWrite } from '../../testing/remote-write.ts'
import { Faults } from '../faults.ts'
import { Mapping } from '../mapping/mapping.ts'
import { readingOfLines } from './lines.ts'
import { readingOfSeries } from './series.ts'

const now = new Date('2026-02-01T00:00:00Z')
const mappingOf = (drop: Record<string, string>[]) =>
  new Mapping({
    ...{ thing: 'host', metric: '{field}', match: [], drop, metrics: {}, ignoredLabels: [] },
    ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
  })

function yieldsOf(work: Generator<void, unknown>): number {
  let yields = 0
  while (!work.next().done) yields += 1
  return yields
}

function yieldsOfLines(text: string, drop: Record<string, string>[] = []): number {
  const mapping = { precision: 's', mapping: mappingOf(drop) } as const
  return yieldsOf(readingOfLines(Buffer.from(text), new Faults(), mapping, now))
}

test('lines may be interrupted before each point and field that a mapping selects', () => {
  const fields = Array.from({ length: 50 }, (_, i) => `f${i}=1`).join()
  const text = `m,host=a ${fields}\n`.repeat(4)
  expect(yieldsOfLines(text, [{ field: '*aab*' }])).toBeGreaterThanOrEqual(4 * 51)
})

test('lines may be interrupted wherever strings in quotes break them', () => {
  // Each point takes eight lines, so the numbers of all first lines leave the same rest.
  const text = `m,host=a f="${'\n'.repeat(7)}"\n`.repeat(80)
  const without = 'm,host=a f=""\n'.repeat(80)
  expect(yieldsOfLines(text)).toBe(yieldsOfLines(without))
})

test('series may be interrupted before each that a mapping selects', () => {
  const labels = { __name__: 'up', host: 'a' }
  const body = remoteWrite(
    1,
    Array.from({ length: 40 }, () => ({ labels, samples: [] })),
  )
  const mapping = { protocol: 'remote-write', mapping: mappingOf([{ host: '*aab*' }]) } as const
  expect(yieldsOf(readingOfSeries(body, new Faults(), mapping))).toBeGreaterThanOrEqual(40)
})
