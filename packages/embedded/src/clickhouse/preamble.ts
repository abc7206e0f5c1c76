import { identifier, literal } from './literal.ts'
import type { QueryRequest } from './request.ts'

/**
 * The statements that put a new connection into the state a request asks for; empty when it asks for
 * none. A connection that ran a preamble is not used again, so that nothing leaks to the next request.
 */
export function preambleOf(request: QueryRequest): string {
  const { database, parameters, settings, readonly } = request
  const statements = [...settings, ...parameters].map(
    ([name, value]) => `SET ${name} = ${literal(value)}`,
  )
  if (database && database !== 'default') statements.unshift(`USE ${identifier(database)}`)
  // The last one: in read-only mode nothing can be set any more, not even back.
  if (readonly && !settings.some(([name]) => name === 'readonly')) {
    statements.push('SET readonly = 2')
  }
  return statements.map((statement) => `${statement}; `).join('')
}
