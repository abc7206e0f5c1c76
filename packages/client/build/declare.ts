import {
  answersWritten,
  eventSummaries,
  type JsonContract,
  jsonContract,
  type Operation,
  type OperationName,
  operationNames,
  operations,
  PROTOBUF,
  problems,
  type SentEventType,
  wholeDescription,
} from '@sluice/contract'
import { routes } from '../src/contract.ts'
import { comment, typeOf } from './types-of.ts'

/**
 * The text of the published package's `contract.ts`: the contract's types spelled out, its routes as a
 * literal.
 */
export function declareContract(): string {
  const { rows, events, named } = jsonContract()
  const codes = Object.keys(problems).map((code) => JSON.stringify(code))
  return [
    `import type { Route } from './route.ts'\n`,
    ...Object.entries(named).map(
      ([id, schema]) => `${comment(schema.description)}export type ${id} = ${typeOf(schema)}\n`,
    ),
    `${comment('The code of a problem.')}export type ProblemCode = ${codes.join(' | ')}\n`,
    `${comment('What each operation is called with and what it answers.')}export interface Operations {\n${operationNames.map((name) => rowType(name, rows)).join('')}}\n`,
    `${comment('What webhooks deliver, by the type of the event.')}export interface WebhookEvents {\n${Object.entries(events).map(eventType).join('')}}\n`,
    '/** The name of an operation, for example `things.create`. */\nexport type OperationName = keyof Operations\n',
    `export const routes: Record<OperationName, Route> = ${JSON.stringify(routes, null, 2)}\n`,
  ].join('\n')
}

function rowType(name: OperationName, rows: JsonContract['rows']): string {
  const { response = {}, ...parts } = rows[name]
  const { body } = operations[name] as Operation
  const call = Object.entries(parts).map(([part, schema]) => {
    const mayLack = part === 'body' && body?.safeParse(undefined).success
    return `${part}: ${typeOf(schema)}${mayLack ? ' | undefined' : ''}\n`
  })
  return `${JSON.stringify(name)}: { readonly call: {\n${call.join('')}}; readonly output: ${typeOf(response)} }\n`
}

function eventType([type, schema]: [string, JsonContract['events'][SentEventType]]): string {
  return `${comment(eventSummaries[type as SentEventType])}${JSON.stringify(type)}: ${typeOf(schema)}\n`
}

/** The text of the published package's `client-type.ts`: groups and methods, each with its documentation. */
export function declareClient(): string {
  const groups = Map.groupBy(operationNames, (name) => name.split('.')[0])
  const members = [...groups].map(([group, names]) => {
    const methods = names.map((name) => {
      const row: Operation = operations[name]
      const { summary, deprecated } = row
      const { paged, tables } = routes[name]
      const kinds = [
        'Method',
        ...(paged ? [paged === 'items' ? 'Listed' : 'Paged'] : []),
        ...tables.map((form) => (form === 'csv' ? 'Csv' : 'Arrow')),
      ]
      const type = kinds.map((kind) => `${kind}<${JSON.stringify(name)}>`).join(' & ')
      const tag = deprecated ? `\n\n@deprecated ${deprecated.instead}` : ''
      const receipt = answersWritten(row) ? ' The type is the whole record’s: ask `isReceipt`.' : ''
      // The description is of HTTP, where remote write is encoded with snappy.
      const body =
        row.bodyType === PROTOBUF ? ' Pass the message unencoded: the client compresses it.' : ''
      const text = comment(`${summary}. ${wholeDescription(row)}${body}${receipt}${tag}`)
      return `${text}readonly ${name.split('.')[1]}: ${type}\n`
    })
    return `readonly ${group}: {\n${methods.join('')}}\n`
  })
  const imports = `import type { Arrow, Csv, Listed, Method, Paged } from './methods.ts'\n`
  const text = comment('The client: `things.create` is `client.things.create`.')
  return `${imports}\n${text}export interface Client {\n${members.join('')}}\n`
}
