#!/usr/bin/env node
// The `sluice` command: runs on Node 20 and hands over to the Node that the product's code needs.
import { fileURLToPath } from 'node:url'
import { prepare, wasGenerated } from '../../../scripts/bootstrap.mjs'
import { LaunchError } from '../launch/launch-error.mjs'
import { checkMachine, runNode } from '../launch/node.mjs'
import { createProgress } from '../launch/progress.mjs'

const args = process.argv.slice(2)
/** What a new version begins with. Other commands must not replace the packages of a running Sluice. */
const first = ['start', 'migrate']
const asksForHelp = args.includes('--help') || args.includes('-h')

try {
  checkMachine()
  if ((first.includes(args[0] ?? '') && !asksForHelp) || !wasGenerated()) {
    await prepare({ progress: createProgress(process.stderr) })
  }
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  process.exitCode = await runNode([main, ...args])
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
