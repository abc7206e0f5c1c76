import { z } from 'zod'
import { eventBodies, type SentEventType } from './events.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operationNames, operations } from './operations.ts'
import { problemSchema } from './problems.ts'
import { writeReceipt } from './receipts.ts'

/** A JSON Schema (2020-12): the part of the vocabulary that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Record<string, JsonSchema>
  readonly id?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly description?: string
  readonly examples?: readonly string[]
}

const parts = ['params', 'query', 'body', 'response'] as const
type Part = (typeof parts)[number]
type Io = 'input' | 'output'

/** The contract as JSON Schema: what {@link jsonContract} answers. */
export interface JsonContract {
  readonly rows: Record<OperationName, { readonly [P in Part]?: JsonSchema }>
  /** The bodies of webhooks, by the type of event. */
  readonly events: Record<SentEventType, JsonSchema>
  /** Schemas that rows refer to as `#/$defs/<name>`, and responses that rows share. */
  readonly named: Record<string, JsonSchema>
}

/**
 * The schemas of every row and event as JSON Schema (2020-12). A field with a default is optional in
 * requests and always present in answers, and answers may gain fields. So a named schema that is both sent and answered
 * may have two forms; the request's is called `<name>Input`. Throws when one name stands for two schemas.
 */
export function jsonContract(): JsonContract {
  const ofRows = operationNames.flatMap((name) => rowSchemas(name))
  const ofEvents = Object.entries(eventBodies).map(([type, schema]) => {
    return { type, io: 'output', json: toJson(schema, 'output') } as const
  })
  const ofAll = [problemSchema, writeReceipt].map((schema) => {
    return { io: 'output', json: toJson(schema, 'output') } as const
  })
  const whole = [...ofRows, ...ofEvents, ...ofAll]
  const twofold = twofoldNames(whole.map(({ io, json }) => ({ io, named: namedIn(json) })))
  const named: Record<string, JsonSchema> = {}
  const placed = ({ io, json }: { io: Io; json: JsonSchema }) => {
    const rename = (id: string) => (io === 'input' && twofold.has(id) ? `${id}Input` : id)
    for (const [id, schema] of Object.entries(namedIn(json))) {
      named[rename(id)] = renamed(schema, rename)
    }
    return renamed(json.id === undefined ? json : { $ref: `#/$defs/${json.id}` }, rename)
  }
  const rows = {} as Record<OperationName, Partial<Record<Part, JsonSchema>>>
  for (const one of ofRows) rows[one.name] = { ...rows[one.name], [one.part]: placed(one) }
  const events = Object.fromEntries(ofEvents.map((one) => [one.type, placed(one)]))
  for (const one of ofAll) placed(one)
  return { rows, events: events as JsonContract['events'], named }
}

function rowSchemas(name: OperationName) {
  const row: Operation = operations[name]
  return parts.flatMap((part) => {
    const schema = row[part]
    const io: Io = part === 'response' ? 'output' : 'input'
    return schema ? [{ name, part, io, json: toJson(schema, io) }] : []
  })
}

function toJson(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any' },
    // Answers may gain properties within a version of the API, even where the same schema is strict in a request.
    override({ jsonSchema }) {
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
    },
  })
  return json as JsonSchema
}

/** The named parts of a schema, itself among them where it has a name. */
function namedIn(json: JsonSchema): Record<string, JsonSchema> {
  return { ...json.$defs, ...(json.id !== undefined && { [json.id]: json }) }
}

/** Names of schemas that have one form where they are sent and another where they are answered. */
function twofoldNames(found: { io: Io; named: Record<string, JsonSchema> }[]): Set<string> {
  const forms = new Map<string, string>()
  for (const { io, named } of found) {
    for (const id of Object.keys(named)) {
      const form = JSON.stringify(inlined({ $ref: `#/$defs/${id}` }, named))
      if ((forms.get(`${io} ${id}`) ?? form) !== form) throw new Error(`${id} names two schemas.`)
      forms.set(`${io} ${id}`, form)
    }
  }
  const ids = new Set([...forms.keys()].map((key) => key.split(' ')[1] ?? ''))
  return new Set(
    [...ids].filter((id) => isTwofold(forms.get(`input ${id}`), forms.get(`output ${id}`))),
  )
}

function isTwofold(input: string | undefined, output: string | undefined): boolean {
  return input !== undefined && output !== undefined && input !== output
}

/** A schema with its references replaced by what they refer to. */
function inlined(json: unknown, named: Record<string, JsonSchema>): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((part) => inlined(part, named))
  const { $ref, $defs, ...rest } = json as JsonSchema
  if ($ref !== undefined) return inlined(named[$ref.split('/').at(-1) ?? ''], named)
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inlined(part, named)]))
}

/** A schema without its own name and definitions, its references renamed. */
function renamed({ id, $defs, ...schema }: JsonSchema, rename: (id: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? `#/$defs/${rename(value.split('/').at(-1))}` : value,
  )
}
