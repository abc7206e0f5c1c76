// npm run bench -- <name>: runs one measurement. Runs on Node 20; the measurements themselves on the Node of npm.
import { LaunchError, prepare, repositoryRoot, runNode24 } from '../scripts/bootstrap.mjs'

const benches = { verify: 'verify/main.ts', million: 'verify/million.ts' }
const [name = '', ...rest] = process.argv.slice(2)

try {
  if (!Object.hasOwn(benches, name)) {
    throw new LaunchError(`Usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  }
  await prepare()
  const file = `${repositoryRoot}bench/${benches[/** @type {keyof typeof benches} */ (name)]}`
  process.exitCode = await runNode24([file, ...rest])
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
