import { Argument, type Command } from 'commander'

const scripts = {
  bash: async () => (await import('../completion/bash.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh.ts')).zshScript,
  fish: async () => (await import('../completion/fish.ts')).fishScript,
} as const

type Shell = keyof typeof scripts

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes this command line in a shell')
    .addArgument(
      new Argument('<shell>', 'bash: source <(sluice completion bash); fish: … | source').choices(
        Object.keys(scripts),
      ),
    )
    .action(async (shell: Shell) => {
      const [{ stagesOf }, script] = await Promise.all([
        import('../completion/tree.ts'),
        scripts[shell](),
      ])
      process.stdout.write(`${script(stagesOf(program))}\n`)
    })
}
