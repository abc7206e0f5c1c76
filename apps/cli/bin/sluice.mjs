#!/usr/bin/env node
// The `sluice` command: runs on Node 20 and hands over to the Node that the product's code needs.
import { fileURLToPath } from 'node:url'
import { LaunchError } from '../launch/launch-error.mjs'
import { checkMachine, runNode } from '../launch/node.mjs'

try {
  checkMachine()
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  process.exitCode = await runNode([main, ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
