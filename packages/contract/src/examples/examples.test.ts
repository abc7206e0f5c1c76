import { expect, test } from 'vitest'
import { eventBodies, type SentEventType } from '../events.ts'
import type { Operation } from '../operation.ts'
import { operationNames, operations } from '../operations.ts'
import { exampleAnswer, exampleEvent } from './index.ts'

test.each(operationNames)('the example response of %s matches its schema', (name) => {
  const { status, response }: Operation = operations[name]
  const example = exampleAnswer(name)
  if (status === 204) expect(example).toBeUndefined()
  // The example has every field of the schema and no other.
  else expect(response.parse(example)).toEqual(example)
})

test.each(Object.keys(eventBodies) as SentEventType[])(
  'the example of the event %s matches its schema',
  (type) => {
    expect(eventBodies[type].parse(exampleEvent(type))).toEqual(exampleEvent(type))
  },
)
