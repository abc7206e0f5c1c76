import type { Template } from '@sluice/contract'
import type { Template as TemplateRow } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'

export function presentTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Template['labels'],
    builtIn: false,
    parameters: row.parameters as Template['parameters'],
    resources: row.resources as Template['resources'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
