import type { Scope } from '@sluice/contract'
import { expect, test } from 'vitest'
import { firstCall } from './first-call.ts'

test.each<[Scope['action'], string, string]>([
  ['read', '#', '/v2/things'],
  ['*', 'PLACE/Site/oslo/THING/#/#', '/v2/things'],
  ['write', '#', '/v2/key'],
  ['read', 'KEY/#', '/v2/key'],
])('the example call for %s on %s is %s', (action, resourceFilter, path) => {
  expect(firstCall([{ action, resourceFilter }])).toEqual({ path })
})
