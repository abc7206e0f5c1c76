import type { Fault, TemplateParameter } from '@sluice/contract'
import { inSlices, stepsBelow } from '@sluice/runtime'
import { attributeFaults, attributesSchemaFault } from '../../definitions/index.ts'

/** The values of a template's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

const schemaOf = ({ type, schema }: TemplateParameter) => ({ ...schema, type })

/** Faults of a parameter itself: its schema, or a default that its schema refuses. */
export function parameterFaults(parameter: TemplateParameter, at: string): Fault[] {
  const unusable = attributesSchemaFault(schemaOf(parameter))
  if (unusable) return [{ pointer: `${at}/schema`, detail: unusable }]
  if (parameter.default === undefined) return []
  return valueFaults(parameter, parameter.default, `${at}/default`)
}

/** The effective values: those given, or else the defaults. Returns every fault, with pointers below `at`. */
export async function valuesOf(
  parameters: readonly TemplateParameter[],
  given: Values,
  at: string,
): Promise<{ values: Values; faults: Fault[] }> {
  const known = new Set(parameters.map(({ name }) => name))
  const unknown = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: stepsBelow(at, [name]),
      detail: 'is not a parameter of the template',
    }))
  const found = await inSlices(judging(parameters, given, at))
  return {
    values: Object.fromEntries(found.map(({ value }, i) => [parameters[i]?.name, value])),
    faults: [...unknown, ...found.flatMap(({ faults }) => faults)],
  }
}

/** Yields after each: a value may take some ten milliseconds, and there may be fifty. */
function* judging(
  parameters: readonly TemplateParameter[],
  given: Values,
  at: string,
): Generator<void, { value: unknown; faults: Fault[] }[]> {
  const found: { value: unknown; faults: Fault[] }[] = []
  for (const parameter of parameters) {
    const pointer = stepsBelow(at, [parameter.name])
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default
    const faults =
      value === undefined
        ? [{ pointer, detail: 'is required: it has no default' }]
        : valueFaults(parameter, value, pointer)
    found.push({ value, faults })
    yield
  }
  return found
}

/** Uses the validator of attributes: the value becomes the only member of an object, which keeps the pointers right. */
function valueFaults(parameter: TemplateParameter, value: unknown, pointer: string): Fault[] {
  const attributesSchema = { type: 'object', properties: { value: schemaOf(parameter) } }
  return attributeFaults({ attributesSchema }, { value }, '').map((fault) => ({
    ...fault,
    pointer: pointer + fault.pointer.replace(/^\/value/, ''),
  }))
}
