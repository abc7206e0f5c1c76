import { type Fault, type Mapping, mappingFaults } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { createMapping, findMappings, replaceMapping } from '../../mappings/index.ts'
import { mappingPath } from '../../scopes/index.ts'
import type { Step } from '../plan/step.ts'
import { labelFaults } from './definitions.ts'
import type { Kind, Known } from './kind.ts'
import { oneByOne } from './one-by-one.ts'

export const mappingKind: Kind = {
  find: findMappings,
  paths: ({ id }) => [mappingPath(id)],
  faults: (step, known) => [...labelFaults(step), ...ruleFaults(step), ...typeFaults(step, known)],
  requireHarmless: async (_ctx, { id, protocol }, wanted) => {
    if (wanted.protocol === protocol) return
    const detail = `The mapping ${id} is one of ${protocol}, and a mapping keeps its protocol.`
    throw new Problem('conflict', { detail })
  },
  write: oneByOne<Mapping>((ctx, body) => createMapping(ctx, { body }), replaceMapping),
}

/** What a template names of a mapping may not go with what the existing one has. */
function ruleFaults({ before, wanted, fault }: Step): Fault[] {
  // The schema has judged a new one; one of another protocol is a conflict.
  if (before?.protocol !== wanted.protocol) return []
  const faults = mappingFaults(wanted as unknown as Mapping)
  return faults.map(({ field, message }) => fault([field], message))
}

function typeFaults({ wanted, fault }: Step, { types }: Known): Fault[] {
  const { createMissing } = wanted as unknown as Mapping
  if (createMissing === null || types.has(createMissing)) return []
  return [fault(['createMissing'], 'is not the id of a thing type')]
}
