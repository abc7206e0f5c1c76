import { integrationDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { fieldOf, thresholdRow, toDraft, valuesOf } from './draft.ts'

const filled = {
  ...valuesOf(),
  name: 'Dispatch',
  url: ' https://dispatch.example/in ',
  thresholds: [{ ...thresholdRow('temperature'), above: 8 }],
}

test('sends thresholds only if a selected event needs them', () => {
  const without = toDraft({ ...filled, eventTypes: ['thing.stale'] })
  expect(without).toMatchObject({ thresholds: [], url: 'https://dispatch.example/in' })
  const wanted = toDraft({ ...filled, eventTypes: ['metric.breached'] })
  expect(wanted.thresholds).toEqual([{ metric: 'temperature', above: 8, below: null }])
  for (const draft of [without, wanted])
    expect(integrationDraft.safeParse(draft).success).toBe(true)
})

test('a form filled from an integration yields the same integration', () => {
  const draft = integrationDraft.parse(toDraft({ ...filled, eventTypes: ['metric.cleared'] }))
  expect(integrationDraft.parse(toDraft(valuesOf(draft as never)))).toEqual(draft)
})

test.each([
  ['url', 'url'],
  ['eventTypes.2', 'eventTypes'],
  ['thresholds', 'thresholds'],
  ['thresholds.1', 'thresholds.1.metric'],
  ['thresholds.1.above', 'thresholds.1.above'],
  ['labels', undefined],
])('shows a fault of %s at the field %s', (path, field) => {
  expect(fieldOf(valuesOf(), path)).toBe(field)
})
