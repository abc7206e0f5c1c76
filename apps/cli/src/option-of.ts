import type { Command, Option } from 'commander'

/** The option or argument of a verb that a value came by. */
export interface Given {
  /** `--allow-ip`, or `<keyId>`. */
  readonly option: string
  /** What was given, where the option says it by itself. */
  readonly value?: string
}

/** Fields of the API's calls that an option or argument has another name for. */
const attributes: Readonly<Record<string, string>> = {
  keyType: 'type',
  scopes: 'scope',
  allowedIpCidrs: 'allowIp',
  overlapSeconds: 'overlap',
  ignoredLabels: 'ignoreLabel',
  isDefault: 'default',
  metrics: 'convert',
  text: 'file',
}

/**
 * What of a command line a fault is about: its pointer (RFC 6901) leads into the call that the verb has made of it, as
 * `/body/allowedIpCidrs/0` does. Undefined where no option has to do with it.
 */
export function optionOf(pointer: string, verb: Command | undefined): Given | undefined {
  // The changes that a mapping is tried with have the options of those that are saved.
  const [, part, field = '', index] = pointer.replace('/body/change/', '/body/').split('/')
  if (verb === undefined || part === undefined) return undefined
  const isMeant = (name: string) => name === field || name === attributes[field]
  const argument = verb.registeredArguments.findIndex((one) => isMeant(one.name()))
  if (argument >= 0) {
    return shown(`<${verb.registeredArguments[argument]?.name()}>`, verb.args[argument])
  }
  const option = verb.options.find((one) => isMeant(one.attributeName()))
  return option && shown(nameOf(option), elementOf(verb.opts()[option.attributeName()], index))
}

function nameOf({ long, flags }: Option): string {
  return long ?? flags
}

/** Elements are named by their place, or by what stands before their colon. */
function elementOf(value: unknown, index: string | undefined): unknown {
  if (!Array.isArray(value)) return value
  return value[Number(index)] ?? value.find((one) => one.startsWith(`${index}:`))
}

function shown(option: string, value: unknown): Given {
  return typeof value === 'string' ? { option, value } : { option }
}
