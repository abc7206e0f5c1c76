import { checkConnection, createDatabase, dropDatabase } from './database.mjs'

/** @type {Record<string, (databaseUrl: string) => Promise<void>>} */
const commands = {
  'can-connect-to-database': async (databaseUrl) => {
    await checkConnection(databaseUrl)
    console.log('Connection successful')
  },
  'create-database': async (databaseUrl) => {
    console.log(`Database ${await createDatabase(databaseUrl)} was successfully created.`)
  },
  'drop-database': dropDatabase,
}

/**
 * Runs one of the engine's one-shot commands.
 *
 * @param {string} name
 * @param {string} databaseUrl
 * @returns {Promise<number>} the exit code
 */
export async function runCommand(name, databaseUrl) {
  // Prisma skips the first line of stderr: the native engine prints an empty one.
  process.stderr.write('\n')
  try {
    const command = commands[name]
    if (command === undefined) throw new Error(`This schema engine has no command "${name}".`)
    await command(databaseUrl)
    return 0
  } catch (error) {
    reportError(error)
    return 1
  }
}

// Postgres' codes and the codes of https://www.prisma.io/docs/orm/reference/error-reference.
/** @type {Record<string, string>} */
const prismaCodes = {
  '3D000': 'P1003',
  '42P04': 'P1009',
  42501: 'P1010',
  28000: 'P1010',
  '28P01': 'P1000',
}

/** @param {unknown} error */
function reportError(error) {
  const { code = '', message } = /** @type {Error & { code?: string }} */ (error)
  const fields = {
    // A refused connection to several addresses is an AggregateError, whose message is empty.
    message: message || code,
    error_code: prismaCodes[code] ?? 'P1001',
    is_panic: false,
  }
  const line = {
    timestamp: new Date().toISOString(),
    level: 'ERROR',
    fields,
    target: 'schema_engine::logger',
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
