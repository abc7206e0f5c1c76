// npm run mutation -- <room>: changes the room's code by Stryker, a little at a time, and tells which changes no test
// notices. Not a part of npm test: a room takes minutes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError, prepare, repositoryRoot } from '../bootstrap.mjs'
import { runTool } from '../run-tool.mjs'
import { rooms } from './rooms.mjs'

/**
 * @param {string} name
 * @param {import('./rooms.mjs').Room} room
 */
function configurationOf(name, { mutate, stores = false }) {
  return {
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    // Each process with stores starts its own.
    concurrency: stores ? 1 : 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    // Only whether the program still answers right is asked, not how it words what went wrong.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['.next', '.turbo', '.sluice', 'bench', 'docs'],
    tempDirName: `.stryker-tmp/${name}`,
    // Its rewriting of tsconfig.json calls an API that TypeScript 7 has not; no file of this name is there.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    allowConsoleColors: false,
  }
}

try {
  await prepare()
  const name = process.argv[2] ?? ''
  const room = rooms[name]
  if (!room) throw new LaunchError(`Name a room: ${Object.keys(rooms).join(', ')}`)
  const directory = join(repositoryRoot, 'node_modules', '.stryker')
  mkdirSync(directory, { recursive: true })
  const file = join(directory, `${name}.json`)
  writeFileSync(file, JSON.stringify(configurationOf(name, room), null, 2))
  const { passed } = await runTool('stryker', ['run', file], { env: { SLUICE_MUTATION: name } })
  process.exitCode = passed ? 0 : 1
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
