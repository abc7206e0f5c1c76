import { type Template, type TemplateResource, templateKinds } from '@sluice/contract'
import { texts } from '#texts/templates.ts'

/** What a template creates, in words: `6 metric definitions`, `things as set by “Trucks”`. */
export function makesOf(template: Pick<Template, 'parameters' | 'resources'>): string[] {
  return templateKinds.flatMap((kind) => {
    const ofKind = template.resources.filter((resource) => resource.kind === kind)
    const fixed = ofKind.reduce((sum, resource) => sum + timesOf(resource), 0)
    const repeaters = new Set(ofKind.flatMap((resource) => repeaterOf(resource) ?? []))
    return [
      ...(fixed > 0 ? [texts.counted[kind](fixed)] : []),
      ...[...repeaters].map((name) => texts.countedBy[kind](titleOf(template, name))),
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
