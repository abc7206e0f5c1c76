#!/usr/bin/env node
// The program Prisma's command line starts in place of its native schema engine, which it would
// otherwise download. Plain JavaScript, because it must run under any `node` from 20 on.
import { parseArguments } from './arguments.mjs'
import { runCommand } from './commands.mjs'
import { serve } from './rpc.mjs'
import { loadSchemaEngine } from './wasm.mjs'

const { command, databaseUrl, schemaFiles, version } = parseArguments(process.argv.slice(2))

if (version) {
  console.log(`schema-engine-cli ${loadSchemaEngine().version()}`)
} else if (command !== undefined) {
  process.exitCode = await runCommand(command, databaseUrl)
} else {
  await serve({ databaseUrl, schemaFiles, input: process.stdin, output: process.stdout })
  // The engine leaves its connection open; Prisma is done with us once it closes our input.
  process.exit(0)
}
