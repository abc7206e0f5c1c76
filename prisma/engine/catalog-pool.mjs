import pg from 'pg'

/** Oid of Postgres' internal type "char", one byte; not to be confused with `char(1)`. */
const CHAR = 18
const { TEXT } = pg.types.builtins

/**
 * Which columns of a result were of type "char", by its rows: the one object that a result of `pg`
 * and the adapter's result made from it have in common.
 *
 * @type {WeakMap<object, number[]>}
 */
const charColumns = new WeakMap()

/**
 * A pool whose results say "text" where Postgres said "char": the engine's catalogue queries select
 * such columns, and @prisma/adapter-pg 7.10 rejects them. `charColumnsOf` remembers which they were.
 *
 * It has one connection, like the native engine: what a migration sets for its session (a
 * `search_path`, an advisory lock) must hold for the statement after it.
 */
export class CatalogPool extends pg.Pool {
  /** @param {pg.PoolConfig} settings */
  constructor(settings) {
    super({ ...settings, max: 1 })
  }

  /**
   * @override
   * @param {any} query
   * @returns {Promise<any>}
   */
  async query(query) {
    const result = await super.query(query)
    // A script of several statements has several results, which the engine does not look at.
    if (!Array.isArray(result)) hideCharColumns(result)
    return result
  }
}

/**
 * @param {object} rows of a result that came through a `CatalogPool`
 * @returns {number[]} indexes of its "char" columns
 */
export function charColumnsOf(rows) {
  return charColumns.get(rows) ?? []
}

/** @param {pg.QueryArrayResult} result */
function hideCharColumns({ fields, rows }) {
  const columns = fields.flatMap((field, at) => (field.dataTypeID === CHAR ? [at] : []))
  for (const field of fields) {
    if (field.dataTypeID === CHAR) field.dataTypeID = TEXT
  }
  charColumns.set(rows, columns)
}
