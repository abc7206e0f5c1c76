import { vi } from 'vitest'
import { runCommand } from '../cli.ts'

export interface CliResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, with its own environment, and keeps what it prints. */
export async function runCli(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CliResult> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text
      return true
    }),
  )
  try {
    return { exitCode: await runCommand(args), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
