import type { Fault, TemplateParameter } from '@sluice/contract'
import { inSlices, LISTED_FAULTS, stepsBelow } from '@sluice/runtime'
import { attributesSchemaFault, schemaFaults } from '../../definitions/index.ts'

/** The values of a template's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

const schemaOf = ({ type, schema }: TemplateParameter): Record<string, unknown> => ({
  ...schema,
  type,
})

/** Faults of parameters themselves: a schema, or a default that its schema refuses. Pointers are below `at`. */
export function* parameterFaults(
  parameters: readonly TemplateParameter[],
  at: string,
): Generator<void, Fault[]> {
  const faults: Fault[] = []
  for (const [i, parameter] of parameters.entries()) {
    yield
    const unusable = attributesSchemaFault(schemaOf(parameter))
    if (unusable) faults.push({ pointer: `${at}/${i}/schema`, detail: unusable })
    else if (parameter.default !== undefined) {
      faults.push(...(yield* valueFaults(parameter, parameter.default, `${at}/${i}/default`)))
    }
  }
  return faults
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
        : yield* valueFaults(parameter, value, pointer)
    found.push({ value, faults })
  }
  return found
}

/** Elements of a list that are judged at once. */
const RUN = 32
/** Steps of all runs of a list, as in `json-schema/evaluate.ts`: some 300 ms. An honest element takes a few hundred. */
const MOST_STEPS = 2_000_000

/**
 * The faults of a value. The work of one validation is limited, and takes some twenty milliseconds at most. So a long
 * list is judged in runs, unless its elements cannot be judged without the rest of the schema. Yields after each run.
 */
function* valueFaults(
  parameter: TemplateParameter,
  value: unknown,
  pointer: string,
): Generator<void, Fault[]> {
  const { items, ...rest } = schemaOf(parameter)
  const inRuns = Array.isArray(value) && value.length > RUN && isAlone(items, rest)
  const faults = judge(inRuns ? rest : schemaOf(parameter), value, pointer)
  yield
  if (!inRuns) return faults
  let left = MOST_STEPS
  for (let start = 0; start < value.length && faults.length <= LISTED_FAULTS; start += RUN) {
    if (left < 0) return [...faults, { pointer, detail: tooMuch }]
    const run = value.slice(start, start + RUN)
    for (const fault of judge({ items }, run, '', (steps) => (left -= steps))) {
      // The run itself has a fault only if it cannot be checked.
      if (fault.pointer === '') return [...faults, { ...fault, pointer }]
      const moved = fault.pointer.replace(/\d+/, (index) => String(Number(index) + start))
      faults.push({ ...fault, pointer: pointer + moved })
    }
    yield
  }
  return faults
}

const tooMuch = 'takes too much work to check with its schema; apply the template in parts'

const judge = (schema: object, value: unknown, at: string, spend?: (steps: number) => void) =>
  schemaFaults(schema, value, at, 'its schema', spend)

/** Whether a schema of elements neither refers to the list's schema nor depends on what that has evaluated. */
function isAlone(items: unknown, rest: object): boolean {
  if (typeof items !== 'object' || 'prefixItems' in rest || 'unevaluatedItems' in rest) return false
  return !JSON.stringify([items, rest]).includes('"$')
}
