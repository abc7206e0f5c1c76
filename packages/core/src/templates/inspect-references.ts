import type { Fault, TemplateResource } from '@sluice/contract'
import { stepsBelow } from '@sluice/runtime'
import { partsOf, type Reference, written } from './render/reference.ts'
import type { TemplateBody } from './render/render.ts'

/** What a resource's reference is resolved against. */
interface Surroundings {
  readonly draft: TemplateBody
  readonly resource: TemplateResource
}

/** A resource's references that cannot be resolved, and an id that would be the same in each repetition. */
export function referenceFaults(
  draft: TemplateBody,
  resource: TemplateResource,
  at: string,
): Fault[] {
  const surroundings = { draft, resource }
  const found: Reference[] = []
  return [
    ...textFaults(resource.id, `${at}/id`, (reference) => {
      found.push(reference)
      return reference.root === 'resources'
        ? 'refers to a resource; an id can only have parameters, {{index}} and {{item}}'
        : leadFault(reference, surroundings)
    }),
    ...(isRepeated(resource) && !found.some(differsByTurn)
      ? [
          {
            pointer: `${at}/id`,
            detail: 'needs {{index}} or {{item}}, so that ids differ',
          },
        ]
      : []),
    ...faultsWithin(resource.properties, `${at}/properties`, surroundings),
  ]
}

function faultsWithin(value: unknown, at: string, surroundings: Surroundings): Fault[] {
  if (typeof value === 'string') {
    return textFaults(value, at, (reference) => leadFault(reference, surroundings))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) =>
    faultsWithin(inside, stepsBelow(at, [name]), surroundings),
  )
}

function textFaults(
  text: string,
  pointer: string,
  judge: (reference: Reference) => string | undefined,
): Fault[] {
  try {
    return partsOf(text).flatMap((part): Fault[] => {
      const fault = typeof part === 'string' ? undefined : judge(part)
      return fault && typeof part !== 'string'
        ? [{ pointer, detail: `${written(part)} ${fault}` }]
        : []
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [{ pointer, detail: error.message }]
  }
}

/** Why a reference cannot be resolved; undefined if it can. */
function leadFault({ root, path, digits }: Reference, around: Surroundings): string | undefined {
  if (root === 'resources') return resourceFault(path, around)
  if (root === 'index') {
    return isRepeated(around.resource) ? undefined : 'needs count or each'
  }
  if (root === 'item') {
    return around.resource.each === undefined ? 'needs each' : undefined
  }
  const parameter = around.draft.parameters.find(({ name }) => name === root)
  if (!parameter) return 'is not a parameter of the template'
  const numeric = parameter.type === 'integer' || parameter.type === 'number'
  if (digits > 0 && !numeric) return 'is not a number and cannot have leading zeros'
  if (path.length === 0 || parameter.type === 'object') return undefined
  return `has no members: the parameter is of type ${parameter.type}`
}

/** A resource may reference one that is not repeated, or one that is repeated like itself. */
function resourceFault(path: readonly string[], { draft, resource }: Surroundings) {
  const [key, ...further] = path
  const other = draft.resources.find((candidate) => key !== undefined && candidate.key === key)
  if (!other) return 'is not a resource of the template'
  if (further.length > 0) return 'is the id of a resource, which has no members'
  if (!isRepeated(other)) return undefined
  const together = other.each === resource.each && other.count === resource.count
  return together
    ? undefined
    : 'refers to a repeated resource; only one with the same count or each can'
}

function isRepeated({ count, each }: TemplateResource): boolean {
  return count !== undefined || each !== undefined
}

function differsByTurn({ root }: Reference): boolean {
  return root === 'index' || root === 'item'
}
