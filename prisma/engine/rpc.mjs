import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { migrationAdapterFactory } from './adapter.mjs'
import { createDatabase } from './database.mjs'
import { loadSchemaEngine } from './wasm.mjs'

/**
 * @typedef {{ id: number, method?: string, params?: any }} Message
 * @typedef {(params: any) => unknown} Method
 * @typedef {object} Session
 * @property {string} databaseUrl
 * @property {string[]} schemaFiles
 * @property {NodeJS.ReadableStream} input one JSON-RPC message a line
 * @property {NodeJS.WritableStream} output
 */

/**
 * Answers Prisma's JSON-RPC calls, one after the other, until the input ends.
 *
 * @param {Session} session
 */
export async function serve({ databaseUrl, schemaFiles, input, output }) {
  const adapter = bindMigrationAwareSqlAdapterFactory(migrationAdapterFactory(databaseUrl))
  /** @type {Promise<Record<string, any>> | undefined} */
  let engine
  const openEngine = () => {
    engine ??= createEngine(adapter, schemaFiles)
    return engine
  }
  const send = (/** @type {object} */ message) =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  for await (const line of createInterface({ input })) {
    /** @type {Message} */
    const { id, method, params } = JSON.parse(line)
    // Prisma also sends its receipts for what we made it print.
    if (method === undefined) continue
    try {
      const result = await call(openEngine, method, params)
      if (method === 'diff' && result.stdout !== null) print(send, id, result.stdout)
      send({ id, result })
    } catch (error) {
      send({ id, error: describe(error, adapter.errorRegistry) })
    }
  }
}

/**
 * @param {object} adapter
 * @param {string[]} schemaFiles
 * @returns {Promise<Record<string, any>>}
 */
function createEngine(adapter, schemaFiles) {
  const datamodels = schemaFiles.map(
    (file) => /** @type {[string, string]} */ ([file, readFileSync(file, 'utf8')]),
  )
  return loadSchemaEngine().SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    (/** @type {unknown} */ log) => process.stderr.write(`${log}\n`),
    adapter,
  )
}

/**
 * @param {() => Promise<Record<string, any>>} openEngine
 * @param {string} method
 * @param {any} params
 */
async function call(openEngine, method, params) {
  // The engine in WebAssembly cannot create databases.
  if (method === 'createDatabase') {
    return { databaseName: await createDatabase(params.datasource.url) }
  }
  const engine = await openEngine()
  // The one method that the engine in WebAssembly names otherwise.
  const name = method === 'getDatabaseVersion' ? 'version' : method
  if (typeof engine[name] !== 'function') throw new Error(`This schema engine has no "${method}".`)
  if (method === 'evaluateDataLoss') await replayMigrations(engine, params)
  return (await engine[name](params)) ?? {}
}

/**
 * Makes the engine learn what schema the migrations make. In WebAssembly, `evaluateDataLoss` and the
 * `createMigration` after it have this only from the engine's memory, which lacks migrations that
 * were applied a moment ago; `devDiagnostic`, which changes nothing, fills it.
 *
 * @param {Record<string, any>} engine
 * @param {any} params
 */
async function replayMigrations(engine, { migrationsList, filters }) {
  await engine.devDiagnostic({ migrationsList, filters })
}

/**
 * Lets Prisma print a text, with an id that its own calls do not reach.
 *
 * @param {(message: object) => void} send
 * @param {number} id
 * @param {string} content
 */
function print(send, id, content) {
  send({ id: 1_000_000 + id, method: 'print', params: { content } })
}

/**
 * @param {unknown} error
 * @param {import('@prisma/driver-adapter-utils').ErrorRegistry} registry of errors the adapter threw
 * @returns {object} in the form of the native engine's errors
 */
function describe(error, registry) {
  const { message, code, meta } = /** @type {Error & { code?: string, meta?: unknown }} */ (error)
  const data = {
    is_panic: false,
    message: nameExternalErrors(message, registry),
    meta: meta ?? null,
    error_code: code ?? null,
  }
  return { code: 4466, message: 'An error happened. Check the data field for details.', data }
}

/**
 * The engine knows an error that is not the database's by its number only.
 *
 * @param {string} message
 * @param {import('@prisma/driver-adapter-utils').ErrorRegistry} registry
 */
function nameExternalErrors(message, registry) {
  return message.replace(/External error id#(\d+)/g, (text, id) => {
    const external = registry.consumeError(Number(id))?.error
    return external instanceof Error ? external.message : text
  })
}
