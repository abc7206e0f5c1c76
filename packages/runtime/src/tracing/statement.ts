import type { SpanFacts } from './tracing.ts'

const INNERMOST = /\([^()]*\)/g
const VERB = /^\s*(\w+)/
const DERIVED = /\bFROM\s+AS\b/i
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:"\w+"\.)?"?([a-z_]\w*)/i

/**
 * The span of an SQL statement by OpenTelemetry's database conventions, named by its verb and first table. The
 * statement itself is left out, since some contain values.
 */
export function statementSpan(system: 'clickhouse' | 'postgresql', sql: string): SpanFacts {
  const verb = VERB.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const outer = withoutParentheses(sql)
  // With a WITH or a subquery in place of a table, the real table is inside.
  const isWithin = verb === 'WITH' || DERIVED.test(outer)
  const table = TABLE.exec(isWithin ? sql : outer)?.[1]
  return callSpan(system, verb, table)
}

/** The statement without its subqueries. */
function withoutParentheses(sql: string): string {
  const outer = sql.replace(INNERMOST, ' ')
  return outer === sql ? sql : withoutParentheses(outer)
}

/** The span of a store's operation on one of its collections. */
export function callSpan(system: string, operation: string, target: string | undefined): SpanFacts {
  const name = target === undefined ? operation : `${operation} ${target}`
  return {
    name,
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.summary': name,
    },
  }
}
