import { expect, test } from 'vitest'
import { exampleEvent } from './examples/events.ts'
import { formsOfEvent } from './integration-fields.ts'
import { eventTypes } from './words.ts'

/** Whether a path has a form: the same words, and any id for each `#`. */
function has(form: string, path: string): boolean {
  const [words, segments] = [form.split('/'), path.split('/')]
  return (
    words.length === segments.length &&
    words.every((word, i) => word === '#' || word === segments[i])
  )
}

test.each(eventTypes)('the forms of %s include that of its documented resource', (type) => {
  const { data } = exampleEvent(type) as { data: { resource: string } }
  expect(formsOfEvent(type).filter((form) => has(form, data.resource))).toHaveLength(1)
})
