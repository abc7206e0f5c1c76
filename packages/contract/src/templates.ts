import { z } from 'zod'
import { operation } from './operation.ts'
import {
  description,
  fields,
  id,
  labels,
  labelsPatch,
  listQuery,
  name,
  page,
  stamps,
  text,
} from './primitives.ts'
import {
  applicationParams,
  applyBody,
  applyOutcome,
  templateApplication,
  templateDrift,
} from './template-applications.ts'
import { parameter, type TemplateParameter } from './template-parameters.ts'
import {
  mostRendered,
  repeats,
  type TemplateResource,
  templateResource,
} from './template-resources.ts'

/** Bounds of a template, and of what one apply may make. */
export const templateLimits = {
  parameters: 50,
  resources: 200,
  /** Characters of the template's resources as JSON. */
  templateCharacters: 262_144,
  rendered: mostRendered,
  /** Of these, other than things. */
  renderedOtherThanThings: 500,
  /** Characters of all that one apply comes to, as JSON. */
  renderedCharacters: 16_777_216,
} as const

const parameters = z
  .array(parameter)
  .max(templateLimits.parameters)
  .check(({ value, issues }) => {
    issues.push(...repeats(value, ({ name }: TemplateParameter) => name, 'name'))
  })
  .describe('What an apply is given: typed, with defaults')

const resources = z
  .array(templateResource)
  .min(1, 'must make something')
  .max(templateLimits.resources)
  .check(({ value, issues }) => {
    issues.push(...repeats(value, ({ key }: TemplateResource) => key, 'key'))
  })
  .describe('What an apply makes; `{{name}}` stands for a parameter')

/** A plan for resources that belong together, to be made again and again with other parameters. */
export const template = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    builtIn: z.boolean().describe('It comes with the service: it cannot be changed or deleted'),
    parameters: z.array(parameter),
    resources: z.array(templateResource),
    ...stamps,
  })
  .meta({ id: 'Template' })

export type Template = z.output<typeof template>

/** Ids with this prefix belong to the service's own templates. */
export const builtInPrefix = 'sluice.'

const ownId = id.refine(
  (value) => !value.startsWith(builtInPrefix),
  `must not begin with ${builtInPrefix}, which marks built-in templates`,
)

export const templateDraft = z.strictObject({
  id: ownId.optional().describe('Chosen by the caller; generated when absent'),
  name,
  description: description.default(''),
  labels: labels.default({}),
  parameters: parameters.default([]),
  resources,
})

const templatePatch = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  labels: labelsPatch.optional(),
  parameters: parameters.optional().describe('Replaces the whole list'),
  resources: resources.optional().describe('Replaces the whole list'),
})

const templateParams = z.strictObject({ templateId: z.string() })
const common = { tier: 'standard', tag: 'Templates' } as const

const exampleResources = [
  { key: 'depot', kind: 'site', id: '{{depot}}', properties: { name: 'Depot {{depot}}' } },
  {
    kind: 'thing',
    id: '{{depot}}-truck-{{index:000}}',
    count: 'trucks',
    properties: {
      name: 'Truck {{index}}',
      thingTypeId: 'truck',
      siteId: '{{resources.depot}}',
    },
  },
]

export const templateOperations = {
  'templates.create': operation({
    ...common,
    method: 'POST',
    path: '/v2/templates',
    access: { action: 'write', resource: 'template', target: 'new' },
    summary: 'Create a template',
    description:
      'A template names parameters and the resources that an apply makes of them. `{{name}}` in an id or a property stands for a parameter, `{{resources.key}}` for the id of another resource of the template. A resource with `count` or `each` is made many times: `{{index}}` is its number from 1 (`{{index:000}}` with leading zeros), `{{item}}` its element of the list.',
    body: templateDraft,
    status: 201,
    response: template,
    example: {
      body: {
        id: 'depot',
        name: 'Depot with trucks',
        parameters: [
          { name: 'depot', type: 'string', schema: { minLength: 1, maxLength: 40 } },
          { name: 'trucks', type: 'integer', default: 10, schema: { minimum: 0 } },
        ],
        resources: exampleResources,
      },
    },
  }),
  'templates.list': operation({
    ...common,
    method: 'GET',
    path: '/v2/templates',
    access: { action: 'read', resource: 'template', target: 'many' },
    summary: 'List templates',
    description: "The organization's own and the built-in ones, in the order of their ids.",
    query: z.strictObject({ ...listQuery, text }),
    status: 200,
    response: page(template),
  }),
  'templates.get': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'Get a template',
    description: 'One template.',
    params: templateParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: template,
  }),
  'templates.update': operation({
    ...common,
    method: 'PATCH',
    path: '/v2/template/{templateId}',
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Update a template',
    description:
      'JSON merge patch (RFC 7396). What it has made stays as it is until it is applied again. A built-in template cannot be changed (409).',
    params: templateParams,
    body: templatePatch,
    status: 200,
    response: template,
    example: { body: { description: 'Our standard depot' } },
  }),
  'templates.delete': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/template/{templateId}',
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Delete a template',
    description:
      'The records of its applications go with it; what it has made stays. A built-in template cannot be deleted (409).',
    params: templateParams,
    status: 204,
    response: z.null(),
  }),
  'templates.apply': operation({
    ...common,
    method: 'POST',
    path: '/v2/template/{templateId}/apply',
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Apply a template, or plan it',
    description:
      'Makes and changes the resources of the template, all or none; with `validateOnly` it answers the plan and changes nothing. Applied again with the same parameters it changes nothing. A property that the template does not name stays as it is, and labels and attributes are compared one by one; what is no longer part of the template is released, never deleted. Needs `write` on every resource of the plan, and on each site and fleet that things are put into. Refused with 409 where the plan has a conflict, and with 412 where an `If-Match` is no longer the etag of the template.',
    params: templateParams,
    body: applyBody,
    status: 200,
    response: applyOutcome,
    example: { body: { parameters: { trucks: 12 }, validateOnly: true } },
  }),
  'templates.applications': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}/applications',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'List the applications of a template',
    description: 'What it was applied with and when, in the order of their ids.',
    params: templateParams,
    query: z.strictObject(listQuery),
    status: 200,
    response: page(templateApplication),
  }),
  'templates.drift': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}/application/{applicationId}/drift',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'Tell what has changed since a template was applied',
    description:
      'Compares what the application made with what is there now: what is missing, and which properties that the template names have become others. What the caller may not read is only counted.',
    params: applicationParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: templateDrift,
  }),
  'templates.forget': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/template/{templateId}/application/{applicationId}',
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Forget an application of a template',
    description: 'Deletes the record alone: what the application made stays as it is.',
    params: applicationParams,
    status: 204,
    response: z.null(),
  }),
}
