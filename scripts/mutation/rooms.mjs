/**
 * The rooms that `npm run mutation -- <room>` changes line by line, to see whether their tests notice. Policy and
 * storage whose faults no reader would see.
 *
 * @typedef {object} Room
 * @property {string[]} mutate the files that are changed
 * @property {string[]} tests the suites that should notice
 * @property {boolean} [stores] whether these need Postgres and ClickHouse
 */

const core = 'packages/core/src'
const telemetry = 'packages/telemetry/src'

/** @param {string} folder */
const codeOf = (folder) => [`${folder}/*.ts`, '!**/*.test.ts', `!${folder}/index.ts`]

/** @type {Record<string, Room>} */
export const rooms = {
  scopes: {
    mutate: ['contain', 'match', 'meet', 'require'].map((file) => `${core}/scopes/${file}.ts`),
    tests: [`${core}/scopes/*.test.ts`],
  },
  'allow-list': {
    mutate: [`${core}/allow-list/{entries,networks}.ts`],
    tests: [`${core}/allow-list/*.test.ts`],
  },
  buckets: {
    // What is over a network is tested with its server, and slowly.
    mutate: [
      ...codeOf(`${core}/buckets`),
      ...['list-limits', 'open', 'remote-store', 'traced-store'].map(
        (file) => `!${core}/buckets/${file}.ts`,
      ),
    ],
    tests: [`${core}/buckets/*.test.ts`],
  },
  audit: {
    mutate: codeOf(`${core}/audit`),
    tests: [`${core}/audit/*.test.ts`],
    stores: true,
  },
  'write-ahead-log': {
    mutate: codeOf(`${telemetry}/write/wal`),
    tests: [`${telemetry}/write/wal/*.test.ts`],
  },
  partials: {
    mutate: [`${telemetry}/query/buckets/partials.ts`],
    tests: [`${telemetry}/query/buckets/*.test.ts`],
  },
}
