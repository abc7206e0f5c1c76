import { runCommand } from './cli.ts'

// Whoever reads the output may have enough of it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await runCommand(process.argv.slice(2))
