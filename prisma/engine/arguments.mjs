/**
 * What Prisma asks for on the command line:
 *
 *     schema-engine [--datamodels FILE]... --datasource '{"url":"..."}' [cli COMMAND]
 *     schema-engine --version
 *
 * Flags that only matter to the native engine are passed over.
 *
 * @typedef {object} EngineArguments
 * @property {string} databaseUrl empty when Prisma gave no datasource
 * @property {string[]} schemaFiles
 * @property {string | undefined} command `can-connect-to-database`, `create-database` or `drop-database`
 * @property {boolean} version
 */

/**
 * @param {string[]} argv arguments without the program's own name
 * @returns {EngineArguments}
 */
export function parseArguments(argv) {
  const datasource = JSON.parse(valuesOf(argv, '--datasource')[0] ?? '{}')
  return {
    databaseUrl: datasource.url ?? '',
    schemaFiles: valuesOf(argv, '--datamodels'),
    command: valuesOf(argv, 'cli')[0],
    version: argv.includes('--version'),
  }
}

/**
 * @param {string[]} argv
 * @param {string} flag
 * @returns {string[]}
 */
function valuesOf(argv, flag) {
  return argv.flatMap((word, at) => (word === flag ? argv.slice(at + 1, at + 2) : []))
}
