import { z } from 'zod'
import { actorReference } from './keys.ts'
import { id } from './primitives.ts'
import { templateKinds } from './template-resources.ts'

export const applicationParams = z.strictObject({
  templateId: z.string(),
  applicationId: z.string(),
})

export const applyBody = z.strictObject({
  applicationId: id
    .default('default')
    .describe('Tells applications of one template apart: one for each depot, say'),
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("The parameters' values; what is absent has its default"),
  validateOnly: z.boolean().default(false).describe('Answer the plan and change nothing'),
})

const kind = z.enum(templateKinds)

const change = z.object({
  pointer: z.string().describe('JSON pointer into the resource'),
  before: z.unknown(),
  after: z.unknown(),
})

export type TemplateChange = z.output<typeof change>

export const planActions = ['conflict', 'create', 'update', 'release', 'unchanged'] as const
export type PlanAction = (typeof planActions)[number]

const plannedResource = z.object({
  kind,
  id: z.string(),
  action: z
    .enum(planActions)
    .describe(
      'create and update are done by an apply; unchanged is as it should be; conflict stands against the apply; release: made by the last apply, no longer part of the template, left as it is',
    ),
  changes: z.array(change).describe('What an update changes'),
  detail: z.string().nullable().describe('What stands against it'),
})

export type PlannedResource = z.output<typeof plannedResource>

const count = z.int().min(0)

/** The plan of an apply. Unless it was only validated, the plan has been carried out. */
export const applyOutcome = z
  .object({
    templateId: z.string(),
    applicationId: z.string(),
    validateOnly: z.boolean().describe('Nothing was changed: this is the plan'),
    summary: z.object({
      create: count,
      update: count,
      unchanged: count,
      conflict: count,
      release: count,
    }),
    resources: z.array(plannedResource),
  })
  .meta({ id: 'TemplateApply' })

export type TemplateApply = z.output<typeof applyOutcome>

/** A template's application: when it was last applied, and with which parameters. */
export const templateApplication = z
  .object({
    id: z.string(),
    templateId: z.string(),
    parameters: z.record(z.string(), z.unknown()).describe('The values that were given'),
    resourceCount: z.int().describe('How many resources it is made of'),
    appliedAt: z.string().describe('UTC'),
    appliedBy: actorReference,
    upToDate: z.boolean().describe('The template is still the one that was applied'),
    etag: z.string(),
  })
  .meta({ id: 'TemplateApplication' })

export type TemplateApplication = z.output<typeof templateApplication>

const driftedResource = z.object({
  kind,
  id: z.string(),
  state: z.enum(['changed', 'missing']),
  changes: z.array(change).describe('before: as it was applied; after: as it is now'),
})

/** What has changed since a template was applied. */
export const templateDrift = z
  .object({
    templateId: z.string(),
    applicationId: z.string(),
    upToDate: z.boolean().describe('The template is still the one that was applied'),
    summary: z.object({
      unchanged: count,
      changed: count,
      missing: count,
      hidden: count.describe('Those that the caller may not read'),
    }),
    resources: z.array(driftedResource).describe('What has changed or is missing'),
  })
  .meta({ id: 'TemplateDrift' })

export type TemplateDrift = z.output<typeof templateDrift>
