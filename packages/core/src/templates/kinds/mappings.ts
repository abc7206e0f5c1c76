import { type Fault, type Mapping, mappingFaults } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import {
  createMapping,
  findMappings,
  lockDefaults,
  NO_ROOM,
  replaceMapping,
  roomForMappings,
} from '../../mappings/index.ts'
import { covers, mappingPath } from '../../scopes/index.ts'
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
  conflicts: async (ctx, steps) => [
    ...(await withoutRoom(ctx, steps)),
    ...(await secondDefaults(ctx, steps)),
  ],
  // The previous default must be unset before the new one is set.
  write: (ctx, steps) =>
    write(
      ctx,
      steps.toSorted((a, b) => Number(a.wanted.isDefault) - Number(b.wanted.isDefault)),
    ),
}

const write = oneByOne<Mapping>((ctx, body) => createMapping(ctx, { body }), replaceMapping)

async function withoutRoom(ctx: Context, steps: readonly Step[]) {
  const created = steps.filter(({ before, taken }) => !before && !taken)
  if (created.length === 0) return []
  return created.slice(await roomForMappings(ctx)).map((step) => [step, NO_ROOM] as const)
}

/**
 * Steps that would result in a second default, beside one in the plan or an existing one, which an apply would not
 * change.
 */
async function secondDefaults(ctx: Context, steps: readonly Step[]) {
  const mappings = steps.map(({ wanted }) => wanted as unknown as Mapping)
  const wanted = mappings.filter(({ isDefault }) => isDefault)
  const becoming = steps.filter(({ before, wanted }) => wanted.isDefault && !before?.isDefault)
  if (becoming.length === 0) return []
  const stored = await lockDefaults(
    ctx,
    wanted.map(({ protocol }) => protocol),
  )
  const beside = stored.filter(({ id }) => mappings.every((mapping) => mapping.id !== id))
  return becoming.flatMap((step) => {
    const { id, protocol } = step.wanted
    const other = [...beside, ...wanted].find((one) => one.protocol === protocol && one.id !== id)
    return other ? [[step, secondDefault(ctx, other)] as const] : []
  })
}

function secondDefault({ actor }: Context, { id, protocol }: Pick<Mapping, 'id' | 'protocol'>) {
  const which = covers(actor.scopes, 'read', [mappingPath(id)]) ? `The mapping ${id}` : 'Another'
  return `${which} is the default of ${protocol}, too. Set its isDefault to false, itself or in the template.`
}

/** Fields from a template may be incompatible with those of the existing mapping. */
function ruleFaults({ before, wanted, fault }: Step): Fault[] {
  // A new mapping was checked by its schema; one with another protocol is a conflict.
  if (before?.protocol !== wanted.protocol) return []
  const faults = mappingFaults(wanted as unknown as Mapping)
  return faults.map(({ field, message }) => fault([field], message))
}

function typeFaults({ wanted, fault }: Step, { types }: Known): Fault[] {
  const { createMissing } = wanted as unknown as Mapping
  if (createMissing === null || types.has(createMissing)) return []
  return [fault(['createMissing'], 'is not the id of a thing type')]
}
