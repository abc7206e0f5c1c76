import { operations } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkFields, project, unprojected } from './projection.ts'

const thing = operations['things.get'].response
const list = operations['things.list'].response
const summary = operations['telemetry.summary'].response

const truck = {
  id: 'truck-1',
  name: 'Truck 1',
  labels: { line: 'north', 'example.com/tier': 'gold' },
  location: { type: 'Point', coordinates: [10.7, 59.9] },
  attributes: { engine: { power: 400, fuel: 'diesel' }, wheels: [{ psi: 90, at: 'fl' }] },
  siteId: null,
}

describe('a projection of a response', () => {
  test.each([
    ['id', { id: 'truck-1' }],
    ['name,id', { id: 'truck-1', name: 'Truck 1' }],
    [' id , name ', { id: 'truck-1', name: 'Truck 1' }],
    ['siteId', { siteId: null }],
    ['location.type', { location: { type: 'Point' } }],
    ['labels', { labels: truck.labels }],
    ['labels.line', { labels: { line: 'north' } }],
    ['labels.nowhere', { labels: {} }],
    ['labels.example.com/tier', { labels: { 'example.com/tier': 'gold' } }],
    ['attributes.engine', { attributes: { engine: { power: 400, fuel: 'diesel' } } }],
    ['attributes.engine.fuel,id', { id: 'truck-1', attributes: { engine: { fuel: 'diesel' } } }],
    ['attributes.wheels.psi', { attributes: { wheels: [{ psi: 90 }] } }],
  ])('to the fields %s returns only these', (fields, answer) => {
    expect(project(truck, thing, fields)).toEqual(answer)
  })

  test('to a field and a part of it returns the whole field, in either order', () => {
    const whole = { location: truck.location }
    expect(project(truck, thing, 'location,location.type')).toEqual(whole)
    expect(project(truck, thing, 'location.type,location')).toEqual(whole)
  })

  test('to two parts of a field returns both', () => {
    expect(project(truck, thing, 'labels.line,labels.example.com/tier')).toEqual({
      labels: truck.labels,
    })
  })

  test('of a list applies to its items and keeps the cursor', () => {
    const page = { items: [truck, { ...truck, id: 'truck-2' }], nextCursor: 'abc' }
    expect(project(page, list, 'id')).toEqual({
      items: [{ id: 'truck-1' }, { id: 'truck-2' }],
      nextCursor: 'abc',
    })
  })

  test('selects members of a record by names that contain dots', () => {
    const answer = {
      thingId: 'truck-1',
      metrics: {
        temperature: { count: 2, last: { timestamp: 't', value: 1 } },
        'engine.load': { count: 3, last: null },
      },
    }
    expect(project(answer, summary, 'metrics.temperature.last.value')).toEqual({
      metrics: { temperature: { last: { value: 1 } } },
    })
    expect(project(answer, summary, 'metrics.engine.load.count')).toEqual({
      metrics: { 'engine.load': { count: 3 } },
    })
  })

  test('is undone', () => {
    for (const answer of [truck, project(truck, thing, 'id')]) {
      expect(unprojected(project(truck, thing, 'id'))).toBe(truck)
      expect(unprojected(answer)).toBe(truck)
    }
    const page = { items: [truck], nextCursor: 'abc' }
    expect(unprojected(project(page, list, 'id'))).toBe(page)
  })

  test('never copies inherited properties', () => {
    const record = z.object({ labels: z.record(z.string(), z.string()) })
    expect(project({ labels: { a: 'b' } }, record, 'labels.constructor')).toEqual({ labels: {} })
  })
})

describe('a projection in linear time', () => {
  const dots = '.'.repeat(200_000)

  test('handles a path of 200,000 steps', () => {
    expect(() => checkFields(thing, `attributes${dots}`)).not.toThrow()
    expect(() => checkFields(thing, `location${dots}`)).toThrow('invalid-request')
    expect(() => checkFields(summary, `metrics.a${dots}`)).not.toThrow()
    expect(project(truck, thing, `labels${dots}`)).toEqual({ labels: {} })
  })

  test('handles many fields of many items', () => {
    const items = Array.from({ length: 1000 }, () => truck)
    const fields = Array.from({ length: 10_000 }, (_, i) => `labels.l${i}`).join(',')
    const page = project({ items, nextCursor: null }, list, `id,${fields}`) as { items: unknown[] }
    expect(page.items.at(-1)).toEqual({ id: 'truck-1', labels: {} })
  })
})

describe('validation of the fields parameter', () => {
  function faultsOf(schema: z.ZodType, fields: string): string[] {
    try {
      checkFields(schema, fields)
      return []
    } catch (error) {
      const { code, errors } = error as {
        code: string
        errors: { pointer: string; detail: string }[]
      }
      expect(code).toBe('invalid-request')
      expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(new Set(['/query/fields']))
      return errors.map(({ detail }) => detail)
    }
  }

  test('reports every unknown field', () => {
    expect(faultsOf(thing, 'id,nope,name,location.nope,id.x')).toEqual([
      '"nope" is not a field',
      '"location.nope" is not a field',
      '"id.x" is not a field',
    ])
  })

  test.each([
    '',
    ',',
    'id,',
    '.',
    'location.',
    '.id',
    'constructor',
    'toString.name',
    '__proto__',
    'hasOwnProperty',
    'items',
    'location.coordinates.0',
  ])('rejects %j', (fields) => {
    expect(faultsOf(thing, fields).length).toBeGreaterThan(0)
  })

  test('accepts fields of the items of a list, not of the page', () => {
    expect(faultsOf(list, 'items,nextCursor')).toHaveLength(2)
    expect(faultsOf(list, 'id')).toEqual([])
  })

  test('accepts any name in a record, including names with dots', () => {
    expect(faultsOf(summary, 'metrics.temperature.last.value')).toEqual([])
    expect(faultsOf(summary, 'metrics.engine.load')).toEqual([])
    expect(faultsOf(thing, 'attributes.anything.at.all')).toEqual([])
  })
})
