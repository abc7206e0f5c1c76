import { type Operation, type OperationName, operationNames, operations } from '@sluice/contract'
import { withoutHost } from '../request/public-url.ts'

/** By the name of a row that creates a resource: the path of its kind, up to the id. */
const paths = new Map(operationNames.flatMap((name) => pathOfKind(name) ?? []))

/** The URL of a resource that a call has created (RFC 9110, 10.2.2), without a host; undefined for other calls. */
export function locationOf(
  name: OperationName,
  output: unknown,
  apiUrl: string,
): string | undefined {
  const path = paths.get(name)
  const { id } = (output ?? {}) as { id?: unknown }
  if (path === undefined || typeof id !== 'string') return undefined
  return withoutHost(apiUrl) + path + encodeURIComponent(id)
}

/** Whether answers of a row have a Location. */
export function hasLocation(name: OperationName): boolean {
  return paths.has(name)
}

function pathOfKind(name: OperationName): [[OperationName, string]] | undefined {
  const rows: Partial<Record<string, Operation>> = operations
  const getter = rows[`${name.split('.')[0]}.get`]
  const path = getter && /^([^{]+)\{\w+\}$/.exec(getter.path)?.[1]
  return rows[name]?.status === 201 && path ? [[name, path]] : undefined
}
