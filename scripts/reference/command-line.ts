import { exitCodes } from '../../apps/cli/src/exit-codes.ts'
import { createProgram } from '../../apps/cli/src/program.ts'
import { heading, table } from './table.ts'

type Command = ReturnType<typeof createProgram>

const intro = `\`npx sluice\` is the command line for operators. Anyone who can run it on the machine has full access.
Run it in the checkout: elsewhere npx may install a stranger's package of this name. In scripts, use
\`npx --no sluice\` there, or \`node <checkout>/apps/cli/bin/sluice.mjs\` from anywhere.

- With \`DATABASE_URL\` and \`CLICKHOUSE_URL\` set, it uses those databases.
- Otherwise it uses the Sluice that is running on \`DATA_DIR\`.
- If none is running, it starts the embedded databases for the duration of the command. Only \`start\`, \`migrate\`,
  \`organizations create\` and \`operators add\` create new ones; other commands fail if there are none.

The \`data\` commands use the API instead, like any other client, with the key from \`SLUICE_KEY\` or standard input. A key
is never passed as an option, because other users of the machine could see it.

Every command except \`completion\` takes \`--json\` for scripts, and all take \`--help\`. Errors name the option concerned.`

export function commandLinePage(): string {
  const groups = createProgram().commands.filter(isOwn).map(group)
  return [
    heading('Command line', '`apps/cli/src/program.ts`'),
    intro,
    '## Exit codes',
    table(['code', 'meaning'], codes()),
    ...groups,
  ].join('\n\n')
}

function isOwn(command: Command): boolean {
  return command.name() !== 'help'
}

function group(command: Command): string {
  const name = command.name()
  const verbs = command.commands.filter(isOwn)
  if (verbs.length === 0) return [`## ${name}`, verb('sluice', command)].join('\n\n')
  const entries = verbs.flatMap((inner) => [
    `### ${name} ${inner.name()}`,
    verb(`sluice ${name}`, inner),
  ])
  return [`## ${name}`, sentence(command.description()), ...entries].join('\n\n')
}

function codes(): string[][] {
  return [
    ['0', 'done'],
    [String(exitCodes.failed), 'failed'],
    [String(exitCodes.usage), 'invalid usage or input'],
    [String(exitCodes.notFound), 'not found'],
    [String(exitCodes.conflict), 'conflict with the current state'],
    ['128 + n', '`data send` was ended by signal n: 130 by Ctrl-C, 143 by SIGTERM'],
  ]
}

function verb(prefix: string, command: Command): string {
  const required = command.options
    .filter((option) => option.mandatory)
    .map((option) => ` ${option.flags}`)
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? ` <${name}>` : ` [${name}]`
  })
  const usage = `npx ${prefix} ${command.name()}${args.join('')}${required.join('')}`
  const rows = command.options
    .filter((option) => option.long !== '--json')
    .map((option) => [`\`${option.flags}\``, option.mandatory ? 'yes' : '', meaning(option)])
  return [
    sentence(command.description()),
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...(rows.length > 0 ? [table(['option', 'required', 'meaning'], rows)] : []),
  ].join('\n\n')
}

function meaning({ description, argChoices, defaultValue }: Command['options'][number]): string {
  const choices = argChoices ? `; one of ${argChoices.join(', ')}` : ''
  const isShown = typeof defaultValue === 'string' && defaultValue !== ''
  return `${description}${choices}${isShown ? `; default \`${defaultValue}\`` : ''}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}
