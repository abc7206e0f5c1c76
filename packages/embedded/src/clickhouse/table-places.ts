import type { Token } from './tokens.ts'

/** Keywords before a table's name. */
const before = new Set('FROM JOIN INTO TABLE DESCRIBE DESC EXISTS VIEW TO'.split(' '))

/** Keywords that end a list of tables. It goes on after the condition of a join. */
const ends = new Set(
  'WHERE PREWHERE GROUP ORDER HAVING LIMIT SETTINGS FORMAT UNION WINDOW QUALIFY SELECT'.split(' '),
)

/**
 * Whether a token is in the place of a table's name. Must be called with every token of a statement in order. The
 * engine reads a quoted name there as a file or URL, too.
 */
export function tablePlaces(first: string): (token: Token) => boolean {
  /** By depth, whether a list of tables is open. */
  const lists = new Map<number, boolean>()
  let due = false
  let wasTable = false
  let wasIn = false
  let structures = first === 'CREATE'
  return ({ text, word, depth }) => {
    // IN has a table, or a value or a list of values.
    const isTable = due && !(wasIn && (text === '(' || text.startsWith("'")))
    const keyword = word ? text.toUpperCase() : text
    wasIn = keyword === 'IN'
    if (keyword === '.' && wasTable) {
      due = true
      return false
    }
    wasTable = isTable
    due = wasIn || before.has(keyword) || (keyword === ',' && lists.get(depth) === true)
    // CREATE TABLE t AS another; after AS in a view comes a query.
    if (keyword === 'AS' && depth === 0 && structures) {
      due = true
      structures = false
    }
    // Brackets start a new level; in the place of a table they may contain tables.
    if (keyword === '(') {
      lists.set(depth + 1, isTable)
      due = isTable
    } else if (keyword === 'FROM' || keyword === 'JOIN') lists.set(depth, true)
    else if (ends.has(keyword)) lists.set(depth, false)
    return isTable
  }
}
