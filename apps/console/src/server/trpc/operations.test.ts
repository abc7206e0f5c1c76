import { actorNames, operations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { operationRouters } from './operations.ts'

test('the console offers every read of telemetry, and no write', () => {
  const reads = actorNames.filter(
    (name) => name.startsWith('telemetry.') && operations[name].method === 'GET',
  )
  const procedures = Object.keys(operationRouters().telemetry)
  expect(procedures.map((name) => `telemetry.${name}`).sort()).toEqual(reads.sort())
})
