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

/** IN and its functions, whose names may be quoted. */
const memberships = /^["`]?(global)?(not)?(null)?in(ignoreset)?["`]?$/i

/**
 * Whether a token is a quoted name that the engine may take for the table on the right of IN: in its brackets, in a call
 * of its functions, or after a WITH, which may give it another name. Columns there are taken for tables, too: whether
 * brackets hold a query cannot be told from their first word, which may be a column's. Must be called with every token of
 * a statement in order.
 */
export function setPlaces(): (token: Token) => boolean {
  /** By depth, whether such names may follow. */
  const open = new Map<number, boolean>()
  let before = ''
  return ({ text, word, depth }) => {
    const keyword = word ? text.toUpperCase() : text
    const isOpen = open.get(depth) === true
    // Within further brackets, too.
    if ('([{'.includes(text)) open.set(depth + 1, isOpen || memberships.test(before))
    else if (keyword === 'WITH') open.set(depth, true)
    const isNew = before === 'AS'
    before = keyword
    return isOpen && !isNew && /^["`]/.test(text)
  }
}
