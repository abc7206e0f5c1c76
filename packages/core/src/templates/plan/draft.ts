import { type Fault, findingsOf, type TemplateKind, templateLimits } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
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

/** Validates rendered resources with the schemas of direct calls. Returns all of them, or every fault. */
export async function draftsOf(
  body: TemplateBody,
  rendered: readonly Rendered[],
): Promise<{ drafts: Draft[]; faults: Fault[] }> {
  const drafts: Draft[] = []
  const faults: Fault[] = []
  for (const found of await mapInSlices(rendered, (resource) => draftOf(body, resource))) {
    if ('faults' in found) faults.push(...found.faults)
    else drafts.push(found)
  }
  return { drafts, faults: [...faults, ...repeated(drafts), ...tooMany(drafts)] }
}

function draftOf(body: TemplateBody, resource: Rendered): Draft | { faults: Fault[] } {
  const { kind, properties } = resource
  const id = typeof resource.id === 'number' ? String(resource.id) : resource.id
  const fault: Step['fault'] = (path, detail) => ({
    pointer: originOf(body, resource, path[0] === 'id' ? path : ['properties', ...path]),
    detail: `${detail} (${kindNames[kind]} ${JSON.stringify(id)})`,
  })
  const parsed = draftSchemas[kind].safeParse({ ...properties, id })
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
