import { type Fault, type TemplateResource, templateLimits } from '@sluice/contract'
import { inSlices, mapInSlices, stepsBelow } from '@sluice/runtime'
import { referenceFaults } from './inspect-references.ts'
import { draftSchemas } from './kinds/drafts.ts'
import type { TemplateBody } from './render/render.ts'
import { parameterFaults } from './render/values.ts'

const MAX_REFERENCES = 5000

/**
 * Faults of a template that its schema cannot detect: a default that its parameter's schema refuses, a reference that
 * cannot be resolved, a property that such a resource does not have. A template without faults can be rendered with any
 * values that fit its parameters.
 */
export async function inspectTemplate(draft: TemplateBody): Promise<Fault[]> {
  const json = JSON.stringify(draft.resources)
  if (json.length > templateLimits.templateCharacters) {
    const detail = `must have at most ${templateLimits.templateCharacters} characters as JSON`
    return [{ pointer: '/body/resources', detail }]
  }
  if (json.split('{{', MAX_REFERENCES + 2).length > MAX_REFERENCES + 1) {
    const detail = `must have at most ${MAX_REFERENCES} references, {{ and }} each`
    return [{ pointer: '/body/resources', detail }]
  }
  const { parameters, resources } = draft
  const ofResources = await mapInSlices(resources, (one, i) => resourceFaults(draft, one, i))
  return [
    ...(await inSlices(parameterFaults(parameters, '/body/parameters'))),
    ...ofResources.flat(),
  ]
}

function resourceFaults(draft: TemplateBody, resource: TemplateResource, i: number): Fault[] {
  const at = `/body/resources/${i}`
  return [
    ...repetitionFaults(draft, resource, at),
    ...propertyFaults(resource, `${at}/properties`),
    ...referenceFaults(draft, resource, at),
  ]
}

function repetitionFaults(
  { parameters }: TemplateBody,
  resource: TemplateResource,
  at: string,
): Fault[] {
  const typeOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.type
  const { count, each } = resource
  if (each !== undefined && typeOf(each) !== 'array') {
    return [{ pointer: `${at}/each`, detail: 'is not a parameter of type array' }]
  }
  if (typeof count === 'string' && typeOf(count) !== 'integer') {
    return [{ pointer: `${at}/count`, detail: 'is not a parameter of type integer' }]
  }
  return []
}

function propertyFaults({ kind, properties }: TemplateResource, at: string): Fault[] {
  const { shape } = draftSchemas[kind]
  return Object.keys(properties)
    .filter((name) => name === 'id' || !Object.hasOwn(shape, name))
    .map((name) => ({
      pointer: stepsBelow(at, [name]),
      detail: name === 'id' ? 'belongs beside properties, not in them' : 'is not a known field',
    }))
}
