import type { ThingChanges } from '@sluice/contract'
import { expect, test } from 'vitest'
import {
  batchesToApply,
  mostThings,
  nothingApplied,
  type PlannedThing,
  planChange,
  withLot,
} from './plan.ts'
import { effectsOf, reasonsOf } from './words.ts'

const change = { siteId: 'oslo' }

function item(id: string, more: Partial<PlannedThing> = {}): PlannedThing {
  return {
    ...{ id, name: id, outcome: 'changed', changes: ['siteId'], before: { siteId: null } },
    ...{ etag: '3', detail: null },
    ...more,
  }
}

function answer(items: PlannedThing[], nextAfter: string | null = null): ThingChanges {
  const counts = { changed: items.length, unchanged: 0, refused: 0, stale: 0 }
  return { validateOnly: true, ...counts, items, nextAfter }
}

test('plans for all that match page by page, without changing anything', async () => {
  const asked: unknown[] = []
  const send = async (body: object) => {
    asked.push(body)
    return asked.length === 1 ? answer([item('a')], 'a') : answer([item('b')])
  }
  const filter = { status: 'Active' as const }
  const seen: number[] = []
  const onProgress = (done: number) => seen.push(done) > 0
  const planned = await planChange({ filter, total: 2 }, change, { send, onProgress })
  expect(planned?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(seen).toEqual([1, 2])
  expect(asked).toEqual([
    { filter, change, validateOnly: true },
    { filter, after: 'a', change, validateOnly: true },
  ])
})

test('a cancelled plan ends after the call in flight', async () => {
  let calls = 0
  const send = async () => {
    calls += 1
    return answer([item('a')], 'a')
  }
  const target = { filter: {}, total: 9 }
  expect(await planChange(target, change, { send, onProgress: () => false })).toBeUndefined()
  expect(calls).toBe(1)
})

test('rejects more things than one change may have', async () => {
  const many = Array.from({ length: mostThings + 1 }, (_, i) => item(`t${i}`))
  const send = async () => answer(many)
  const planning = planChange({ filter: {}, total: 1 }, change, { send, onProgress: () => true })
  await expect(planning).rejects.toThrow('Narrow the filters')
})

test('applies only what the plan changes, unless changed since, a thousand at a time', () => {
  const planned = [
    item('same', { outcome: 'unchanged' }),
    item('refused', { outcome: 'refused' }),
    ...Array.from({ length: 1001 }, (_, i) => item(`t${i}`)),
  ]
  const batches = batchesToApply(planned)
  expect(batches.map((batch) => batch.length)).toEqual([1000, 1])
  expect(batches[1]).toEqual([{ id: 't1000', etag: '3' }])
})

test('keeps what a batch left unchanged, with the reason', () => {
  const stale = item('b', { outcome: 'stale', detail: 'It has changed.' })
  const applied = withLot(nothingApplied, answer([item('a'), stale]))
  expect(applied).toEqual({ done: 2, changed: 1, left: [stale] })
  expect(reasonsOf(applied.left)).toEqual([{ words: 'It has changed.', things: 1 }])
})

test('sums up effects, most frequent first', () => {
  const planned = [
    item('a', { before: { siteId: 'bergen' } }),
    item('b'),
    item('c'),
    item('d', { outcome: 'refused' }),
  ]
  expect(effectsOf(planned, change)).toEqual([
    { words: 'Site: none → oslo', things: 2 },
    { words: 'Site: bergen → oslo', things: 1 },
  ])
})

test('counts a fleet or a label only for the things that it changes', () => {
  const mixed = {
    labels: { line: 'north', old: null },
    addFleetIds: ['f', 'g'],
    removeFleetIds: ['h', 'i'],
  }
  const changes = ['labels', 'fleetIds']
  const planned = [
    item('a', {
      ...{ changes, before: { labels: { line: null, old: 'x' }, fleetIds: ['f', 'h'] } },
    }),
    item('b', { changes: ['labels'], before: { labels: { line: 'south' } } }),
    item('c', { changes: ['fleetIds'], before: { fleetIds: ['f', 'g', 'h', 'i'] } }),
  ]
  expect(effectsOf(planned, mixed)).toEqual([
    { words: 'Label line: north', things: 2 },
    { words: 'Leaves fleet h', things: 2 },
    { words: 'Label old removed', things: 1 },
    { words: 'Joins fleet g', things: 1 },
    { words: 'Leaves fleet i', things: 1 },
  ])
})
