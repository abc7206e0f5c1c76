import type { Command, Option } from 'commander'

/** What can follow the words of a command line. */
export interface Stage {
  /** `keys create`; empty for the program. */
  readonly path: string
  readonly verbs: readonly Word[]
  readonly options: readonly (Word & {
    readonly takesValue: boolean
    readonly choices: readonly string[]
  })[]
}

export interface Word {
  readonly word: string
  readonly meaning: string
}

/** Every stage of the program. */
export function stagesOf(program: Command): Stage[] {
  return below(program, '')
}

function below(command: Command, path: string): Stage[] {
  const verbs = command.commands.filter((one) => one.name() !== 'help')
  const stage = {
    path,
    verbs: verbs.map((one) => ({ word: one.name(), meaning: one.description() })),
    options: [...command.options.flatMap(optionOf), help],
  }
  const inner = verbs.flatMap((one) => below(one, `${path} ${one.name()}`.trim()))
  return [stage, ...inner]
}

const help = { word: '--help', meaning: 'show help', takesValue: false, choices: [] }

function optionOf({ long, description, argChoices = [], required, optional }: Option) {
  if (!long) return []
  return [
    { word: long, meaning: description, takesValue: required || optional, choices: argChoices },
  ]
}
