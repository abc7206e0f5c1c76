import {
  callLimits,
  type Fault,
  findingsOf,
  type TemplateKind,
  templateLimits,
} from '@sluice/contract'
import { inSlices, LISTED_FAULTS } from '@sluice/runtime'
import { boundsOf } from '../../bounds/index.ts'
import { draftSchemas, kindNames } from '../kinds/drafts.ts'
import { originOf } from '../render/origin.ts'
import type { Rendered, TemplateBody } from '../render/render.ts'
import type { Step, Wanted } from './step.ts'

/** A resource that a direct call would accept. */
export interface Draft extends Pick<Step, 'kind' | 'id' | 'fault'> {
  /** Including defaults of fields that the template does not name. */
  readonly whole: Wanted
  /** The properties that the template names. */
  readonly named: Rendered['properties']
}

interface Drafts {
  readonly drafts: Draft[]
  readonly faults: Fault[]
}

/** Validates rendered resources like the bodies of direct calls. Returns all of them, or as many faults as are listed. */
export function draftsOf(body: TemplateBody, rendered: readonly Rendered[]): Promise<Drafts> {
  return inSlices(drafting(body, rendered))
}

function* drafting(body: TemplateBody, rendered: readonly Rendered[]): Generator<void, Drafts> {
  const drafts: Draft[] = []
  const faults: Fault[] = []
  for (const resource of rendered) {
    yield
    const found = draftOf(body, resource)
    if ('faults' in found) faults.push(...found.faults)
    else drafts.push(found)
    // Thousands of resources may have thousands of faults each.
    if (faults.length > LISTED_FAULTS) return { drafts, faults }
  }
  return { drafts, faults: [...faults, ...repeated(drafts), ...tooMany(drafts)] }
}

/** Characters of an id in a fault. One that is valid is shown whole. */
const LONGEST_SHOWN = 80

/** Lengths and counts come first, as in direct calls: further checks of what exceeds them could take long. */
function draftOf(body: TemplateBody, resource: Rendered): Draft | { faults: Fault[] } {
  const { kind, id, properties } = resource
  const shown = `${JSON.stringify(id)}`.slice(0, LONGEST_SHOWN)
  const fault: Step['fault'] = (path, detail) => ({
    pointer: originOf(body, resource, path[0] === 'id' ? path : ['properties', ...path]),
    detail: `${detail} (${kindNames[kind]} ${shown})`,
  })
  const value = { ...properties, id }
  const excessive: Fault[] = []
  boundsOf(draftSchemas[kind])(value, [], (path, detail) => {
    if (excessive.length < callLimits.faults) excessive.push(fault(path, detail))
  })
  if (excessive.length > 0) return { faults: excessive }
  const parsed = draftSchemas[kind].safeParse(value)
  if (parsed.success) {
    const whole = parsed.data as Wanted
    return { kind, id: whole.id, whole, named: properties, fault }
  }
  const findings = parsed.error.issues.flatMap((issue) => findingsOf(issue))
  return { faults: findings.map(({ path, detail }) => fault(path, detail)) }
}

function repeated(drafts: readonly Draft[]): Fault[] {
  const seen = new Set<string>()
  return drafts.flatMap(({ kind, id, fault }) => {
    const known = seen.size === seen.add(`${kind} ${id}`).size
    return known ? [fault(['id'], 'is there twice')] : []
  })
}

function tooMany(drafts: readonly Draft[]): Fault[] {
  const others = drafts.filter(({ kind }) => kind !== ('thing' satisfies TemplateKind))
  const most = templateLimits.renderedOtherThanThings
  if (others.length <= most) return []
  const detail = `makes ${others.length} resources that are not things; the limit is ${most}`
  return [{ pointer: '/body/parameters', detail }]
}
