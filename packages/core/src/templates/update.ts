import type { Input, Output, Template } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { isSame } from '../resources/same.ts'
import { templatePath } from '../scopes/index.ts'
import { findOwnTemplate } from './find.ts'
import { inspectTemplate } from './inspect.ts'
import { presentTemplate } from './present.ts'

/** JSON merge patch. Existing resources stay as they are until it is applied again. */
export async function updateTemplate(
  ctx: Context,
  { params, body }: Input<'templates.update'>,
): Promise<Output<'templates.update'>> {
  const row = await findOwnTemplate(ctx, params.templateId)
  const before = presentTemplate(row)
  requireMatch(ctx, before.etag)
  const { parameters = before.parameters, resources = before.resources, ...rest } = body
  const wanted = { ...mergePatch(before, rest), parameters, resources } as Template
  const { name, description, labels } = wanted
  requireFewLabels(labels)
  const faults = await inspectTemplate({ parameters, resources })
  if (faults.length > 0) throw invalidRequest(faults)
  if (isSame(wanted, before)) return before
  const { organizationId, id, version } = row
  const updated = await ctx.db.template.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: {
      ...{ name, description, labels },
      parameters: parameters as Prisma.InputJsonArray,
      resources: resources as Prisma.InputJsonArray,
      version: { increment: 1 },
    },
  })
  const after = presentTemplate(updated)
  const resource = templatePath(id)
  await recordChange(ctx, { operation: 'templates.update', resource, before, after })
  return after
}
