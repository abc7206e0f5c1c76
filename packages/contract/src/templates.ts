import { z } from 'zod'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  id,
  idInPath,
  labelFilter,
  patchFields,
  recordFields,
  sort,
  stamps,
  text,
} from './primitives.ts'
import {
  applicationParams,
  applicationSort,
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
import { builtInPrefix } from './words.ts'

/** Limits of a template and of one application. */
export const templateLimits = {
  parameters: 50,
  resources: 200,
  /** Characters of the template's resources as JSON. */
  templateCharacters: 262_144,
  rendered: mostRendered,
  /** Of these, other than things. */
  renderedOtherThanThings: 500,
  /** Characters of all resources of one application, as JSON. */
  renderedCharacters: 16_777_216,
  /** Of one of them. The body of a direct call holds no more. */
  resourceCharacters: 1_048_576,
} as const

const parametersMeaning = 'Typed inputs, with defaults'
const resourcesMeaning = 'Resources that it creates. `{{name}}` is replaced by a parameter'

const parameters = z
  .array(parameter)
  .max(templateLimits.parameters)
  .check(({ value, issues }) => {
    issues.push(...repeats(value, ({ name }: TemplateParameter) => name, 'name'))
  })
  .describe(parametersMeaning)

const resources = z
  .array(templateResource)
  .min(1, 'must have at least one resource')
  .max(templateLimits.resources)
  .check(({ value, issues }) => {
    issues.push(...repeats(value, ({ key }: TemplateResource) => key, 'key'))
  })
  .describe(resourcesMeaning)

/** A plan for resources that belong together, to be made again and again with other parameters. */
export const template = z
  .object({
    ...recordFields,
    builtIn: z.boolean().describe('Built in. It cannot be changed or deleted'),
    parameters: z.array(parameter).describe(parametersMeaning),
    resources: z.array(templateResource).describe(resourcesMeaning),
    ...stamps,
  })
  .meta({ id: 'Template', description: 'A parameterized set of resources' })

/** A plan for resources with parameters. Built-in ones cannot be changed. */
export type Template = z.output<typeof template>

const ownId = id.refine(
  (value) => !value.startsWith(builtInPrefix),
  `must not begin with ${builtInPrefix}, which marks built-in templates`,
)

/**
 * The body that creates a template. References are checked by the service: an unknown one is
 * refused.
 */
export const templateDraft = z
  .strictObject({
    ...draftFields,
    id: ownId.optional().describe('Chosen by the caller. Generated when absent'),
    parameters: parameters.default([]),
    resources,
  })
  .meta({ id: 'TemplateCreate', description: 'A new template' })

const templatePatch = z
  .strictObject({
    ...patchFields,
    parameters: parameters.optional().describe(`${parametersMeaning}. Replaces the whole list`),
    resources: resources.optional().describe(`${resourcesMeaning}. Replaces the whole list`),
  })
  .meta({ id: 'TemplateUpdate', description: 'Changes to a template' })

const templateParams = z.strictObject({ templateId: idInPath('template', 'depot') })
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

/** The rows of templates and their applications. */
export const templateOperations = {
  'templates.create': operation({
    ...common,
    method: 'POST',
    path: '/v2/templates',
    access: { action: 'write', resource: 'template', target: 'new' },
    summary: 'Create a template',
    description:
      'A template has parameters, and resources that are created from them when it is applied. In an id or a property, `{{name}}` is replaced by a parameter, `{{resources.key}}` by the id of another resource. A resource with `count` or `each` is created many times: `{{index}}` is its number from 1 (`{{index:000}}` with leading zeros), `{{item}}` its element of the list.',
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
    description: "Lists the organization's own and the built-in ones.",
    query: z.strictObject({ ...countedListQuery, sort, text, label: labelFilter }),
    status: 200,
    response: countedPage(template),
  }),
  'templates.get': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'Get a template',
    description: 'Returns one template.',
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
      'JSON merge patch (RFC 7396). Existing resources stay as they are until it is applied again. 409 for a built-in template.',
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
      'Deletes the records of its applications too. The resources stay. 409 for a built-in template.',
    params: templateParams,
    status: 204,
    response: z.null(),
  }),
  'templates.apply': operation({
    ...common,
    method: 'POST',
    path: '/v2/template/{templateId}/apply',
    conditional: true,
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Apply a template, or plan it',
    description:
      'Creates and updates the resources of the template, all or none. `validateOnly` returns the plan and changes nothing; it needs `read` on every existing resource. Applying again with the same parameters changes nothing. Properties that the template does not set stay as they are. Labels and attributes are compared one by one. Resources that are no longer in the template are released, never deleted. Needs `write` on every resource of the plan and on each site and fleet that things join, and `read` on existing things. 409 if the plan has a conflict. `If-Match` takes the etag of the template.',
    params: templateParams,
    body: applyBody,
    status: 200,
    response: applyOutcome,
    example: { body: { parameters: { depot: 'bergen', trucks: 2 } } },
  }),
  'templates.applications': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}/applications',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'List the applications of a template',
    description: 'Lists the applications with their parameters and times.',
    params: templateParams,
    query: z.strictObject({ ...countedListQuery, sort: applicationSort }),
    status: 200,
    response: countedPage(templateApplication),
  }),
  'templates.drift': operation({
    ...common,
    method: 'GET',
    path: '/v2/template/{templateId}/application/{applicationId}/drift',
    access: { action: 'read', resource: 'template', target: 'one' },
    summary: 'Get the drift of an application',
    description:
      'Compares the resources as applied with their current state: which are missing, and which properties of the template have changed. Resources that the caller may not read are only counted. 409 if what was applied is no longer valid.',
    params: applicationParams,
    query: z.strictObject({ fields }),
    status: 200,
    problems: ['conflict'],
    response: templateDrift,
  }),
  'templates.forget': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/template/{templateId}/application/{applicationId}',
    access: { action: 'write', resource: 'template', target: 'one' },
    summary: 'Forget an application of a template',
    description: 'Deletes only the record. The resources stay as they are.',
    params: applicationParams,
    status: 204,
    response: z.null(),
  }),
}
