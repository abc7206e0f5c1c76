import { type ActorName, actorNames, type Call, type Operation, operations } from '@sluice/contract'

/** The form values of the dry run. */
export interface Question {
  operation: ActorName
  params: Record<string, string>
  body: string
  address: string
  /** In UTC; empty means now. */
  at: string
}

export const operationGroups = groups()

function groups() {
  const byTag = Map.groupBy(actorNames, (name) => operations[name].tag)
  return [...byTag].map(([group, names]) => ({
    group,
    items: names.map((name) => ({ value: name, label: `${name}: ${operations[name].summary}` })),
  }))
}

/** The parameters in an operation's path, in order. */
export function parametersOf(name: ActorName): string[] {
  return [...operations[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? '')
}

export function emptyQuestion(operation: ActorName, address: string | null): Question {
  return { operation, params: {}, body: exampleBody(operation), address: address ?? '', at: '' }
}

/** The contract's example body of the operation, to be edited; empty if it takes none. */
export function exampleBody(name: ActorName): string {
  const { body, example }: Operation = operations[name]
  return body ? JSON.stringify(example?.body ?? {}, null, 2) : ''
}

/** The body of `keys.check`. Throws a SyntaxError if the body to check is not JSON. */
export function questionOf(question: Question): Call<'keys.check'>['body'] {
  const { operation, params, body, address, at } = question
  const wanted = parametersOf(operation).map((name) => [name, params[name]?.trim() ?? ''])
  return {
    operation,
    params: Object.fromEntries(wanted),
    ...(body.trim() !== '' && { body: JSON.parse(body) }),
    ...(address.trim() !== '' && { address: address.trim() }),
    ...(at !== '' && { at }),
  }
}
