import type { Command, Option } from 'commander'

/** The option or argument of a verb that a value came by. */
export interface Given {
  /** `--allow-ip`, or `<keyId>`. */
  readonly option: string
  /** What was given, where the option says it by itself. */
  readonly value?: string
}

/** Fields of the API's calls that an option has another name for. */
const attributes: Readonly<Record<string, string>> = {
  keyType: 'type',
  scopes: 'scope',
  allowedIpCidrs: 'allowIp',
  overlapSeconds: 'overlap',
}

/**
 * What of a command line a fault is about: its pointer (RFC 6901) leads into the call that the verb has made of it, as
 * `/body/allowedIpCidrs/0` does. Undefined where no option has to do with it.
 */
export function optionOf(pointer: string, verb: Command | undefined): Given | undefined {
  const [, part, field = '', index] = pointer.split('/')
  if (verb === undefined || part === undefined) return undefined
  const argument = verb.registeredArguments.findIndex((one) => one.name() === field)
  if (argument >= 0) return shown(`<${field}>`, verb.args[argument])
  const attribute = attributes[field] ?? field
  const option = verb.options.find((one) => one.attributeName() === attribute)
  return option && shown(nameOf(option), elementOf(verb.opts()[attribute], index))
}

function nameOf({ long, flags }: Option): string {
  return long ?? flags
}

function elementOf(value: unknown, index: string | undefined): unknown {
  return Array.isArray(value) ? value[Number(index)] : value
}

function shown(option: string, value: unknown): Given {
  return typeof value === 'string' ? { option, value } : { option }
}
