import { type Json, members, type Released, type Row } from './released.ts'
import { schemaChanges } from './schema-changes.ts'

/**
 * What a caller written for the released document would stumble over in the current one: a line a change, with the
 * place. Empty where none would. docs/guides/versions.md says what counts.
 */
export function breakingChanges(released: Released, current: Released): string[] {
  return [...operationChanges(released, current), ...eventChanges(released, current)]
}

function operationChanges(released: Released, current: Released): string[] {
  return Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const place = `${method.toUpperCase()} ${path}`
      const after = current.paths[path]?.[method]
      if (!after) return [`${place}: the operation is gone`]
      const changes = [
        ...accessChanges(before, after),
        ...parameterChanges({ released, current }, before, after),
        ...bodyChanges({ released, current }, before, after),
        ...answerChanges({ released, current }, before, after),
      ]
      return changes.map((change) => `${place}: ${change}`)
    }),
  )
}

/** Receivers depend on what they are sent as callers do on answers. */
function eventChanges(released: Released, current: Released): string[] {
  return Object.entries(released.webhooks).flatMap(([type, { post }]) => {
    const [had, has] = [post, current.webhooks[type]?.post].map((row) => row?.requestBody?.content)
    if (!had || !has) return [`${type}: the event is gone`]
    return contentChanges({ released, current, direction: 'answer' }, type, had, has)
  })
}

/** Schemas of either document refer to its own parts. */
interface Documents {
  readonly released: Released
  readonly current: Released
}

function accessChanges(before: Row, after: Row): string[] {
  return before.security?.length === 0 && after.security === undefined ? ['now needs a key'] : []
}

function parameterChanges(documents: Documents, before: Row, after: Row): string[] {
  const nameOf = ({ in: place, name }: { in: string; name: string }) => `${place} ${name}`
  const now = new Map(after.parameters.map((one) => [nameOf(one), one]))
  const had = new Map(before.parameters.map((one) => [nameOf(one), one]))
  const kept = [...had].flatMap(([name, { schema }]) => {
    const next = now.get(name)
    if (!next) return [`${name} is gone`]
    return schemaChanges({ ...documents, direction: 'request' }, name, schema, next.schema)
  })
  const demanded = [...now].filter(([name, one]) => one.required && !had.get(name)?.required)
  return [...kept, ...demanded.map(([name]) => `${name} is required now`)]
}

function bodyChanges(documents: Documents, before: Row, after: Row): string[] {
  const [had, has] = [before.requestBody, after.requestBody]
  if (!has) return had ? ['takes no body any more'] : []
  const demanded = has.required && !had?.required ? ['a body is required now'] : []
  if (!had) return demanded
  const side = { ...documents, direction: 'request' } as const
  return [...demanded, ...contentChanges(side, 'body', had.content, has.content)]
}

function answerChanges(documents: Documents, before: Row, after: Row): string[] {
  const succeeded = Object.entries(before.responses).filter(([status]) => status.startsWith('2'))
  return succeeded.flatMap(([status, had]) => {
    const has = after.responses[status]
    if (!has) return [`no longer answers ${status}`]
    const fields = members(had.headers).filter((name) => !members(has.headers).includes(name))
    const side = { ...documents, direction: 'answer' } as const
    return [
      ...fields.map((name) => `header ${name} is gone`),
      ...contentChanges(side, 'answer', had.content ?? {}, has.content ?? {}),
    ]
  })
}

function contentChanges(
  side: Documents & { readonly direction: 'request' | 'answer' },
  place: string,
  had: Record<string, { readonly schema: Json }>,
  has: Record<string, { readonly schema: Json }>,
): string[] {
  return Object.entries(had).flatMap(([type, { schema }]) => {
    const next = has[type]
    return next
      ? schemaChanges(side, place, schema, next.schema)
      : [`${place}: no ${type} any more`]
  })
}
