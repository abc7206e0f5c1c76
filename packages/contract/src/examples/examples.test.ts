import { expect, test } from 'vitest'
import type { Operation } from '../operation.ts'
import { operationNames, operations } from '../operations.ts'
import { exampleAnswer } from './index.ts'

test.each(operationNames)('the example response of %s matches its schema', (name) => {
  const { status, response }: Operation = operations[name]
  const example = exampleAnswer(name)
  if (status === 204) expect(example).toBeUndefined()
  // The example has every field of the schema and no other.
  else expect(response.parse(example)).toEqual(example)
})
