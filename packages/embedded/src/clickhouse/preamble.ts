import { identifier, literal } from './literal.ts'
import type { QueryRequest } from './request.ts'

/** The statements that make a connection what a request asks for. */
export type Preamble = {
  /** Binds the request's parameters; runs ahead of every statement. */
  binding: string
  /** Puts a connection into the state requested; runs once, on a new connection. */
  state: string
  /**
   * A connection serves further requests of the same key: they ask for the same state and bind the same
   * parameters anew, so that nothing leaks from one to the next. Undefined: it serves this request alone.
   */
  key: string | undefined
}

type Assignments = readonly (readonly [name: string, value: string])[]

/** Settings whose values no other request has: they are set anew like parameters. */
const ownSettings = new Set(['insert_deduplication_token'])

/** Settings that are one request's own, and those that it may share with others. */
export function splitSettings(settings: QueryRequest['settings']) {
  const { own = [], shared = [] } = Object.groupBy(settings, ([name]) =>
    ownSettings.has(name) ? 'own' : 'shared',
  )
  return { own, shared }
}

export function preambleOf({ database, parameters, settings, readonly }: QueryRequest): Preamble {
  const { own, shared } = splitSettings(settings)
  const bound = [...parameters, ...own]
  const state = set(shared)
  const chosen = settings.some(([name]) => name === 'readonly')
  const use = database && database !== 'default' ? `USE ${identifier(database)}; ` : ''
  // Last, and never for a second request: in read-only mode nothing can be set any more, not even back.
  const lock = readonly && !chosen ? 'SET readonly = 2; ' : ''
  const text = `${use}${state}${lock}`
  const names = bound.map(([name]) => name).sort()
  return {
    binding: set(bound),
    state: text,
    key: readonly || chosen ? undefined : `${names.join()};${text}`,
  }
}

function set(values: Assignments): string {
  return values.length === 0 ? '' : `SET ${assignments(values)}; `
}

/** As in SET and in a statement's own SETTINGS. */
export function assignments(values: Assignments): string {
  return values.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')
}
