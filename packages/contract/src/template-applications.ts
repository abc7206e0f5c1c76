import { z } from 'zod'
import { actorReference } from './keys.ts'
import { id, idInPath, sortBy } from './primitives.ts'
import { planActions, templateKinds } from './words.ts'

/** Path parameters of the rows of one application. */
export const applicationParams = z.strictObject({
  templateId: idInPath('template', 'depot'),
  applicationId: idInPath('application', 'default'),
})

/** Orders of a template's applications. */
export const applicationSorts = ['id', '-id', 'appliedAt', '-appliedAt'] as const

/** One of {@link applicationSorts}. */
export type ApplicationSort = (typeof applicationSorts)[number]

/** The order of a template's applications. Default: by id. */
export const applicationSort = sortBy(applicationSorts).default('id')

/** The body of an apply. */
export const applyBody = z
  .strictObject({
    applicationId: id
      .default('default')
      .describe('Distinguishes applications of one template, for example one for each depot'),
    parameters: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Values of the parameters. Absent ones use their default'),
    validateOnly: z.boolean().default(false).describe('Return the plan and change nothing'),
  })
  .meta({ id: 'TemplateApplyRequest', description: 'The values with which a template is applied' })

const kind = z.enum(templateKinds).describe('Kind of the resource')
const resourceId = z.string().describe('Id of the resource')

const change = z.object({
  pointer: z.string().describe('JSON pointer into the resource'),
  before: z.unknown().describe('The value before. Null if there was none'),
  after: z.unknown().describe('The value after. Null if there is none'),
})

/** One property that differs: a JSON pointer into the resource, its value before and after. */
export type TemplateChange = z.output<typeof change>

/** One of {@link planActions}. */
export type PlanAction = (typeof planActions)[number]

const plannedResource = z.object({
  kind,
  id: resourceId,
  action: z
    .enum(planActions)
    .describe(
      'create, update: done when applied. unchanged: nothing to do. conflict: prevents applying. release: created by the previous application and no longer in the template; it is left alone',
    ),
  changes: z
    .array(change)
    .describe(
      'What the update changes. Empty without `read` on both the template and the resource',
    ),
  detail: z.string().nullable().describe('Why there is a conflict. Null without one'),
})

/** One resource of a plan: what is done to it, and the changes. */
export type PlannedResource = z.output<typeof plannedResource>

const count = z.int().min(0)
const templateId = z.string().describe('Id of the template')
const applicationId = z.string().describe('Id of the application')

/** The plan of an apply. Unless it was only validated, the plan has been carried out. */
export const applyOutcome = z
  .object({
    templateId,
    applicationId,
    validateOnly: z.boolean().describe('True: nothing was changed, this is only the plan'),
    summary: z
      .object({
        create: count.describe('Resources to create'),
        update: count.describe('Resources to change'),
        unchanged: count.describe('Resources that need no change'),
        conflict: count.describe('Resources that prevent applying'),
        release: count.describe('Resources that are no longer in the template'),
      })
      .describe('Number of resources for each action'),
    resources: z.array(plannedResource).describe('What is done to each resource'),
  })
  .meta({ id: 'TemplateApply', description: 'The plan of applying a template' })

/** The plan of an apply. Unless `validateOnly` is true, it has been carried out. */
export type TemplateApply = z.output<typeof applyOutcome>

/** A template's application: when it was last applied, and with which parameters. */
export const templateApplication = z
  .object({
    id: applicationId,
    templateId,
    parameters: z.record(z.string(), z.unknown()).describe('The values as given'),
    resourceCount: z.int().describe('How many resources it has'),
    appliedAt: z.string().describe('When it was last applied. UTC'),
    appliedBy: actorReference.describe('Who last applied it'),
    upToDate: z.boolean().describe('Whether the template is unchanged since'),
    etag: z.string().describe('Changes each time it is applied. Send it as If-Match'),
  })
  .meta({
    id: 'TemplateApplication',
    description: 'When a template was applied, and with which values',
  })

/** The record of an apply: parameters, time (UTC) and who did it. */
export type TemplateApplication = z.output<typeof templateApplication>

const driftedResource = z.object({
  kind,
  id: resourceId,
  state: z.enum(['changed', 'missing']).describe('changed: it differs. missing: it is gone'),
  changes: z.array(change).describe('before: as applied. after: as it is now'),
})

/** What has changed since a template was applied. */
export const templateDrift = z
  .object({
    templateId,
    applicationId,
    upToDate: z.boolean().describe('Whether the template is unchanged since'),
    summary: z
      .object({
        unchanged: count.describe('Resources that are as they were applied'),
        changed: count.describe('Resources that differ'),
        missing: count.describe('Resources that are gone'),
        hidden: count.describe('Resources that the caller may not read'),
      })
      .describe('How many resources are in each state'),
    resources: z.array(driftedResource).describe('Resources that have changed or are missing'),
  })
  .meta({ id: 'TemplateDrift', description: 'What has changed since a template was applied' })

/**
 * How the resources of an application differ from what was applied. What the caller may not
 * read is only counted.
 */
export type TemplateDrift = z.output<typeof templateDrift>
