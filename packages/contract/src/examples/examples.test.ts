import { expect, test } from 'vitest'
import type { Operation } from '../operation.ts'
import { operationNames, operations } from '../operations.ts'
import { exampleAnswer } from './index.ts'

test.each(operationNames)('the example of what %s answers is what it could answer', (name) => {
  const { status, response }: Operation = operations[name]
  const example = exampleAnswer(name)
  if (status === 204) expect(example).toBeUndefined()
  // Nothing is left out and nothing is there that no answer has.
  else expect(response.parse(example)).toEqual(example)
})
