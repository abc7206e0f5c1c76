import type { Token } from './tokens.ts'

/** After these stands a table's name. */
const before = new Set('FROM JOIN INTO TABLE DESCRIBE DESC EXISTS VIEW TO'.split(' '))

/** These end a list of tables. */
const ends = new Set(
  'WHERE PREWHERE GROUP ORDER HAVING LIMIT SETTINGS FORMAT UNION WINDOW QUALIFY SELECT ON USING'.split(
    ' ',
  ),
)

/**
 * Whether a token stands where a table's name is due; to be asked of every token of a statement in turn. The engine
 * takes a quoted name there for that of a file or a URL, too.
 */
export function tablePlaces(first: string): (token: Token) => boolean {
  /** By depth: a list of tables has begun and not ended. */
  const lists = new Map<number, boolean>()
  let due = false
  let wasTable = false
  let structures = first === 'CREATE'
  return ({ text, word, depth }) => {
    const isTable = due
    const keyword = word ? text.toUpperCase() : text
    if (keyword === '.' && wasTable) {
      due = true
      return false
    }
    wasTable = isTable
    due = before.has(keyword) || (keyword === ',' && lists.get(depth) === true)
    // CREATE TABLE t AS another; what follows in a view is a query.
    if (keyword === 'AS' && depth === 0 && structures) {
      due = true
      structures = false
    }
    // Brackets begin anew; directly in a table's place they can hold tables.
    if (keyword === '(') {
      lists.set(depth + 1, isTable)
      due = isTable
    } else if (keyword === 'FROM' || keyword === 'JOIN') lists.set(depth, true)
    else if (ends.has(keyword)) lists.set(depth, false)
    return isTable
  }
}
