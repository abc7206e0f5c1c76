import { expect, test } from 'vitest'
import { curl } from '#copy/curl.ts'
import { curlOf, paramsOf } from './call-curl.ts'

const needed = [{ action: 'read' as const, resourceFilter: 'THING/truck/truck 7' }]

test('a logged call of one resource becomes a curl command for it', () => {
  const call = { operation: 'things.get', needed }
  expect(paramsOf(call)).toEqual({ thingId: 'truck 7' })
  expect(curl('http://api', curlOf(call) ?? { path: '' })).toBe(
    'curl -H "X-Api-Key: $SLUICE_KEY" http://api/v2/thing/truck%207',
  )
})

test('what the log does not know stays a placeholder, and a list needs none', () => {
  expect(curlOf({ operation: 'things.get', needed: [] })?.path).toBe('/v2/thing/{thingId}')
  const forms = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]
  expect(curlOf({ operation: 'things.list', needed: forms })?.path).toBe('/v2/things')
})

test('a change is copied with its method and the documented body', () => {
  const example = curlOf({ operation: 'things.update', needed })
  expect(curl('http://api', example ?? { path: '' })).toContain('-X PATCH')
})

test('an operation of another version has no command', () => {
  expect(curlOf({ operation: 'toString', needed })).toBeUndefined()
})
