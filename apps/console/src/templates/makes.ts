import {
  type Template,
  type TemplateKind,
  type TemplateResource,
  templateKinds,
} from '@sluice/contract'
import { formatCount } from '#format/values.ts'

const names: Record<TemplateKind, readonly [one: string, many: string]> = {
  metricDefinition: ['metric definition', 'metric definitions'],
  thingType: ['thing type', 'thing types'],
  site: ['site', 'sites'],
  fleet: ['fleet', 'fleets'],
  thing: ['thing', 'things'],
  mapping: ['mapping', 'mappings'],
}

/** A kind as a person calls it. */
export function kindName(kind: TemplateKind): string {
  return names[kind][0]
}

/** What a template makes, in words: `6 metric definitions`, `things by “Trucks”`. */
export function makesOf(template: Pick<Template, 'parameters' | 'resources'>): string[] {
  return templateKinds.flatMap((kind) => {
    const ofKind = template.resources.filter((resource) => resource.kind === kind)
    const fixed = ofKind.reduce((sum, resource) => sum + timesOf(resource), 0)
    const repeaters = new Set(ofKind.flatMap((resource) => repeaterOf(resource) ?? []))
    const [one, many] = names[kind]
    return [
      ...(fixed > 0 ? [`${formatCount(fixed)} ${fixed === 1 ? one : many}`] : []),
      ...[...repeaters].map((name) => `${many} by “${titleOf(template, name)}”`),
    ]
  })
}

function timesOf({ count, each }: TemplateResource): number {
  if (each !== undefined || typeof count === 'string') return 0
  return count ?? 1
}

function repeaterOf({ count, each }: TemplateResource): string | undefined {
  return each ?? (typeof count === 'string' ? count : undefined)
}

function titleOf({ parameters }: Pick<Template, 'parameters'>, name: string): string {
  return parameters.find((parameter) => parameter.name === name)?.title ?? name
}
