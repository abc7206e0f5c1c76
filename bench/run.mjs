// npm run bench -- <name>: runs one measurement. Runs on Node 20; the measurements themselves on the Node of npm.
import { LaunchError, prepare, repositoryRoot, runNode } from '../scripts/bootstrap.mjs'

/** @type {Record<string, string[]>} */
const benches = {
  ingest: ['ingest/main.ts'],
  gateway: ['gateway/main.ts'],
  queries: ['queries/main.ts'],
  tsbs: ['tsbs/main.ts'],
  verify: ['verify/main.ts'],
  million: ['--expose-gc', 'verify/million.ts'],
  buckets: ['--expose-gc', 'buckets/main.ts'],
  nodes: ['nodes/main.ts'],
  'shared-log': ['shared-log/main.ts'],
  usage: ['usage/main.ts'],
  propagation: ['propagation/main.ts'],
  templates: ['templates/main.ts'],
  resources: ['resources/main.ts'],
  deliveries: ['deliveries/main.ts'],
  crashes: ['crashes/main.ts'],
  consistency: ['consistency/main.ts'],
  memory: ['memory/main.ts'],
  isolation: ['isolation/main.ts'],
  requests: ['requests/main.ts'],
  console: ['console/main.ts'],
}
const [name = '', ...rest] = process.argv.slice(2)

try {
  if (!Object.hasOwn(benches, name)) {
    throw new LaunchError(`Usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  }
  await prepare()
  const command = (benches[name] ?? []).map((part) =>
    part.startsWith('-') ? part : `${repositoryRoot}bench/${part}`,
  )
  process.exitCode = await runNode([...command, ...rest])
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
