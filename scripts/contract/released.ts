import { readFileSync } from 'node:fs'
import { openApiDocument } from '../../apps/api/src/openapi/document.ts'

export type Json = Record<string, unknown>

/** An operation of an OpenAPI document, as far as callers depend on it. */
export interface Row {
  readonly security?: readonly unknown[]
  readonly parameters: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly schema: Json
  }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Record<string, { readonly schema: Json }>
  }
  readonly responses: Record<
    string,
    { readonly headers?: Json; readonly content?: Record<string, { readonly schema: Json }> }
  >
}

/** An OpenAPI document, as far as callers depend on it. */
export interface Released {
  readonly paths: Record<string, Record<string, Row>>
  readonly webhooks: Record<string, Record<string, Row>>
  readonly components: { readonly schemas: Record<string, Json> }
}

/** Where the document of the last release is kept. */
export const releasedFile = new URL('./released.json', import.meta.url)

export function lastReleased(): Released {
  return JSON.parse(readFileSync(releasedFile, 'utf8'))
}

/** Parts that are prose, which may be reworded at any time. */
const PROSE = new Set(['description', 'summary', 'example', 'examples', 'tags'])
/** Parts whose members are names of the contract's own: one of them may be called `description`. */
const NAMED = new Set([
  'properties',
  'schemas',
  'paths',
  'webhooks',
  'headers',
  'content',
  'responses',
])

/** The document of this checkout, without its prose. */
export function currentDocument(): Released {
  const { paths, webhooks, components } = openApiDocument('https://api.example') as Json
  const { schemas } = components as Json
  return withoutProse({ paths, webhooks, components: { schemas } }) as Released
}

function withoutProse(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNamed || !PROSE.has(name))
  return Object.fromEntries(
    kept.map(([name, part]) => [name, withoutProse(part, !isNamed && NAMED.has(name))]),
  )
}

export function members(object: object | undefined): string[] {
  return Object.keys(object ?? {})
}
