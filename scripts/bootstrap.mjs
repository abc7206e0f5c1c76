// Makes a checkout ready to run: what `npm start` and `npm test` do first. Runs on a bare Node 20, from
// files alone, before anything is installed.

import { alone } from '../apps/cli/launch/alone.mjs'
import { checkMachine, nodePath, repositoryRoot } from '../apps/cli/launch/node.mjs'
import { createProgress } from '../apps/cli/launch/progress.mjs'
import { generateClient, isGenerated } from './generated-client.mjs'
import { installPackages, isInstalled } from './packages.mjs'

export { LaunchError } from '../apps/cli/launch/launch-error.mjs'
export { repositoryRoot, runNode } from '../apps/cli/launch/node.mjs'
export { wasGenerated } from './generated-client.mjs'

/**
 * Installs the packages and generates the database client where they are missing or outdated; quick when
 * there is nothing to do.
 *
 * @param {{ progress?: import('../apps/cli/launch/progress.mjs').Progress }} [options]
 * @throws {LaunchError} with what a person must do
 */
export async function prepare({ progress = createProgress() } = {}) {
  checkMachine()
  if (isInstalled() && isGenerated()) return
  await alone(
    repositoryRoot,
    async () => {
      if (!isInstalled()) await progress.step('Installing packages', installPackages)
      if (!isGenerated()) await progress.step('Generating the database client', generateClient)
    },
    () => progress.note('  Waiting for another process that is preparing this checkout'),
  )
  nodePath()
}
