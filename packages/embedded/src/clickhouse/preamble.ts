import { identifier, literal } from './literal.ts'
import type { QueryRequest } from './request.ts'

/** The statements that make a connection what a request asks for. */
export type Preamble = {
  /** Binds the request's parameters; runs ahead of every statement. */
  binding: string
  /** Puts a connection into the state asked for; runs once, on a new connection. */
  state: string
  /**
   * A connection serves further requests of the same key: they ask for the same state and bind the same
   * parameters anew, so that nothing leaks from one to the next. Undefined: it serves this request alone.
   */
  key: string | undefined
}

export function preambleOf({ database, parameters, settings, readonly }: QueryRequest): Preamble {
  const state = settings.map(([name, value]) => `${name} = ${literal(value)}`)
  const bound = parameters.map(([name, value]) => `${name} = ${literal(value)}`)
  const chosen = settings.some(([name]) => name === 'readonly')
  const use = database && database !== 'default' ? `USE ${identifier(database)}; ` : ''
  // Last, and never for a second request: in read-only mode nothing can be set any more, not even back.
  const lock = readonly && !chosen ? 'SET readonly = 2; ' : ''
  const text = `${use}${set(state)}${lock}`
  const names = parameters.map(([name]) => name).sort()
  return {
    binding: set(bound),
    state: text,
    key: readonly || chosen ? undefined : `${names.join()};${text}`,
  }
}

function set(assignments: readonly string[]): string {
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}; `
}
