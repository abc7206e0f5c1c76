/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Record<string, Record<string, RawOperation>>
  readonly components?: Record<string, Record<string, unknown>>
}

interface RawOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Record<string, { readonly schema?: Schema; readonly example?: unknown }>
  }
  readonly responses: Record<string, Answer | Reference>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Answer {
  readonly description: string
  readonly content?: Record<string, { readonly schema?: Schema }>
}

interface Reference {
  readonly $ref: string
}

/** The parts of JSON Schema that the reference shows. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
}

export interface ApiOperation extends RawOperation {
  readonly method: string
  readonly path: string
}

export interface OperationGroup {
  readonly name: string
  readonly operations: readonly ApiOperation[]
}

/** Operations grouped by their first tag, in document order, filtered by `text`. */
export function groupsOf(document: ApiDocument, text: string): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  const wanted = all.filter(({ operationId, path, summary }) =>
    `${operationId} ${path} ${summary}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const names = [...new Set(wanted.flatMap(({ tags }) => tags.slice(0, 1)))]
  return names.map((name) => ({
    name,
    operations: wanted.filter(({ tags }) => tags[0] === name),
  }))
}

/** Resolves a `$ref` to a component; anything else is returned unchanged. */
export function resolved<Part extends object>(document: ApiDocument, part: Part | Reference): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(part.$ref) ?? []
  return (document.components?.[kind]?.[name] ?? {}) as Part
}
