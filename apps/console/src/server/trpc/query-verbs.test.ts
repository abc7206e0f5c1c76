import { operationNames, operations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { queryVerbs } from './query-verbs.ts'

test.each(operationNames)('%s is typed as what its method makes it', (name) => {
  const verb = name.split('.')[1] ?? ''
  const isQuery = (queryVerbs as readonly string[]).includes(verb)
  expect(isQuery).toBe(operations[name].method === 'GET')
})
