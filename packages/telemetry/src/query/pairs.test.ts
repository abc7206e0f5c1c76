import { expect, it } from 'vitest'
import type { Metric } from '../measured-thing.ts'
import { pairsOf } from './pairs.ts'
import { type Member, type Subject, TOGETHER } from './plan/subject.ts'

const metric = (number: number) => ({ number, key: `m${number}` }) as Metric
const [one, two, three] = [metric(1), metric(2), metric(3)]
const pump = [one, two]
const tank = [two, three]

function subjectOf(...lists: (readonly Metric[])[]): Subject {
  const members = lists.map((metrics, i): Member => ({ id: `thing-${i}`, number: 10 + i, metrics }))
  return { organization: 1, members, metrics: [one, two, three], timezone: 'UTC', name: 'these' }
}

const together = (...metrics: Metric[]) => metrics.map((metric) => ({ thing: TOGETHER, metric }))

it('things queried together each have the requested metrics that they own', () => {
  const { groups, isAsked } = pairsOf(subjectOf(pump, tank, pump), together(one, two))
  expect(groups).toEqual([
    { things: [10, 12], metrics: new Set([1, 2]) },
    { things: [11], metrics: new Set([2]) },
  ])
  expect(isAsked(10, 1)).toBe(true)
  expect(isAsked(11, 1)).toBe(false)
  expect(isAsked(10, 3)).toBe(false)
  expect(isAsked(99, 1)).toBe(false)
})

it('groups things of two types that have the same requested metrics', () => {
  const { groups, sql } = pairsOf(subjectOf(pump, tank), together(two))
  expect(groups).toEqual([{ things: [10, 11], metrics: new Set([2]) }])
  expect(sql).toBe('')
})

it('narrows a statement if some things lack some metrics', () => {
  const { sql, params } = pairsOf(subjectOf(pump, tank), together(one, two))
  expect(sql).toContain('thing IN {pairThings1:Array(UInt32)}')
  expect(params).toEqual({
    ...{ pairThings0: [10], pairMetrics0: [1, 2] },
    ...{ pairThings1: [11], pairMetrics1: [2] },
  })
})

it('lines of single things select exactly what they name', () => {
  const lines = [
    { thing: 10, metric: one },
    { thing: 11, metric: two },
    { thing: 10, metric: one },
  ]
  const { groups, isAsked } = pairsOf(subjectOf(pump, tank), lines)
  expect(groups).toEqual([
    { things: [10], metrics: new Set([1]) },
    { things: [11], metrics: new Set([2]) },
  ])
  expect(isAsked(10, 2)).toBe(false)
})

it('an empty request narrows nothing', () => {
  expect(pairsOf(subjectOf(), [])).toMatchObject({ groups: [], sql: '' })
})
