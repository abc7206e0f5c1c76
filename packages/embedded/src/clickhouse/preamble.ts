import { identifier, literal } from './literal.ts'
import type { QueryRequest } from './request.ts'

/** The statements that set up a connection for a request. */
export type Preamble = {
  /** Binds the request's parameters; runs before every statement. */
  binding: string
  /** Sets the requested state; runs once, on a new connection. */
  state: string
  /**
   * A connection is reused for requests with the same key: they need the same state and bind the same parameters again,
   * so nothing leaks from one to the next. Undefined if it serves only this request.
   */
  key: string | undefined
}

type Assignments = readonly (readonly [name: string, value: string])[]

/** Settings with a unique value per request, which are set again like parameters. */
const ownSettings = new Set(['insert_deduplication_token'])

/** Separates a request's own settings from those that others may share. */
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
  // Last, and never reused: in read-only mode nothing can be set any more, not even back.
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
