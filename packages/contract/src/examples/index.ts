/**
 * Example answers of operations. Only the documentation uses them, so no browser loads them. An example
 * belongs to a named schema, and rows that answer the same record share it.
 */
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { type OperationName, operations } from '../operations.ts'
import { integrationAnswers } from './integrations.ts'
import { keyAnswers } from './keys.ts'
import { mappingAnswers } from './mappings.ts'
import { organizationAnswers } from './organization.ts'
import { telemetryAnswers } from './telemetry.ts'
import { templateAnswers } from './templates.ts'
import { thingAnswers } from './things.ts'

export { exampleEvent } from './events.ts'

const answers: Readonly<Record<string, unknown>> = {
  ...thingAnswers,
  ...keyAnswers,
  ...mappingAnswers,
  ...organizationAnswers,
  ...integrationAnswers,
  ...templateAnswers,
  ...telemetryAnswers,
}

/**
 * An answer that a row could give; undefined for a row without one. Throws for a schema without an example.
 */
export function exampleAnswer(name: OperationName): unknown {
  const { status, response }: Operation = operations[name]
  if (status === 204) return undefined
  const own = nameOf(response)
  if (own !== undefined) return answerNamed(own)
  const items = response instanceof z.ZodObject ? response.shape.items : undefined
  const item = items instanceof z.ZodArray ? items.element : undefined
  const named = item instanceof z.ZodType ? nameOf(item) : undefined
  return { items: [answerNamed(named ?? name)], nextCursor: null }
}

function nameOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.id
}

function answerNamed(name: string): unknown {
  if (Object.hasOwn(answers, name)) return answers[name]
  throw new Error(`${name} has no example: add one in packages/contract/src/examples.`)
}
