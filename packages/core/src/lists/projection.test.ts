import { operations } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkFields, project } from './projection.ts'

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

describe('cuts an answer down', () => {
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
  ])('to %s', (fields, answer) => {
    expect(project(truck, thing, fields)).toEqual(answer)
  })

  test('a field and a part of it are all of it, in either order', () => {
    const whole = { location: truck.location }
    expect(project(truck, thing, 'location,location.type')).toEqual(whole)
    expect(project(truck, thing, 'location.type,location')).toEqual(whole)
  })

  test('two parts of a field are both there', () => {
    expect(project(truck, thing, 'labels.line,labels.example.com/tier')).toEqual({
      labels: truck.labels,
    })
  })

  test('in a list the fields are those of the items, and the cursor stays', () => {
    const page = { items: [truck, { ...truck, id: 'truck-2' }], nextCursor: 'abc' }
    expect(project(page, list, 'id')).toEqual({
      items: [{ id: 'truck-1' }, { id: 'truck-2' }],
      nextCursor: 'abc',
    })
  })

  test('in a record by names the schema does not list', () => {
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

  test('never copies what a prototype has', () => {
    const record = z.object({ labels: z.record(z.string(), z.string()) })
    expect(project({ labels: { a: 'b' } }, record, 'labels.constructor')).toEqual({ labels: {} })
  })
})

describe('takes time in proportion to what is asked', () => {
  const dots = '.'.repeat(200_000)

  test('for a path of 200,000 steps', () => {
    expect(() => checkFields(thing, `attributes${dots}`)).not.toThrow()
    expect(() => checkFields(thing, `location${dots}`)).toThrow('invalid-request')
    expect(() => checkFields(summary, `metrics.a${dots}`)).not.toThrow()
    expect(project(truck, thing, `labels${dots}`)).toEqual({ labels: {} })
  })

  test('for many fields of many items', () => {
    const items = Array.from({ length: 1000 }, () => truck)
    const fields = Array.from({ length: 10_000 }, (_, i) => `labels.l${i}`).join(',')
    const page = project({ items, nextCursor: null }, list, `id,${fields}`) as { items: unknown[] }
    expect(page.items.at(-1)).toEqual({ id: 'truck-1', labels: {} })
  })
})

describe('refuses what is no field', () => {
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

  test('naming every one of them', () => {
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
  ])('%j', (fields) => {
    expect(faultsOf(thing, fields).length).toBeGreaterThan(0)
  })

  test('of a list: the items’ fields, not the page’s own', () => {
    expect(faultsOf(list, 'items,nextCursor')).toHaveLength(2)
    expect(faultsOf(list, 'id')).toEqual([])
  })

  test('of a record: any name, because names may have dots too', () => {
    expect(faultsOf(summary, 'metrics.temperature.last.value')).toEqual([])
    expect(faultsOf(summary, 'metrics.engine.load')).toEqual([])
    expect(faultsOf(thing, 'attributes.anything.at.all')).toEqual([])
  })
})
