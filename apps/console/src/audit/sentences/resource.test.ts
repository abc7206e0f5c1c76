import { expect, test } from 'vitest'
import { pageOfPath } from './resource.ts'

test.each([
  ['THING/truck/truck 7', '/things/truck%207'],
  ['PLACE/Fleet/cold-chain', '/fleets/cold-chain'],
  ['DEFINITION/Template/fridge', '/templates/fridge'],
  ['INTEGRATION/board', '/integrations/board'],
  ['KEY/3hZk9QmT7aBc', '/keys/3hZk9QmT7aBc'],
  ['DEFINITION/Metric/speed', undefined],
  ['ORGANIZATION', undefined],
  ['THING/truck/t/more', undefined],
])('%s has the page %s', (path, page) => {
  expect(pageOfPath(path)).toBe(page)
})
