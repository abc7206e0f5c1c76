// npm start: everything on this machine, from a bare checkout to a running product.
import { LaunchError, prepare, repositoryRoot, runNode } from './bootstrap.mjs'

try {
  await prepare()
  const sluice = `${repositoryRoot}apps/cli/src/main.ts`
  process.exitCode = await runNode([sluice, 'start', ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
