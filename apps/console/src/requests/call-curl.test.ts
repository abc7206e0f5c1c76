import { expect, test } from 'vitest'
import { curl } from '#copy/curl.ts'
import { curlOf, paramsOf } from './call-curl.ts'

const needed = [{ action: 'read' as const, resourceFilter: 'THING/truck/truck 7' }]

test('turns a logged call of one resource into a curl command', () => {
  const call = { operation: 'things.get', needed }
  expect(paramsOf(call)).toEqual({ thingId: 'truck 7' })
  expect(curl('http://api', curlOf(call) ?? { path: '' })).toBe(
    'curl -H "X-Api-Key: $SLUICE_KEY" http://api/v2/thing/truck%207',
  )
})

test('leaves placeholders for what the log does not know; a list needs none', () => {
  expect(curlOf({ operation: 'things.get', needed: [] })?.path).toBe('/v2/thing/{thingId}')
  const forms = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]
  expect(curlOf({ operation: 'things.list', needed: forms })?.path).toBe('/v2/things')
})

test('writes a change with its method and the documented body', () => {
  const example = curlOf({ operation: 'things.update', needed })
  expect(curl('http://api', example ?? { path: '' })).toContain('-X PATCH')
})

test('returns no command for an unknown operation', () => {
  expect(curlOf({ operation: 'toString', needed })).toBeUndefined()
})
