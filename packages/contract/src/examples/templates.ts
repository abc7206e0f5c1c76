import { person, stamps } from './times.ts'

const place = { templateId: 'depot', applicationId: 'default' }

/** Answers about templates, by the name of their schema. */
export const templateAnswers = {
  Template: {
    ...{ id: 'depot', name: 'Depot with trucks', description: '', labels: {}, builtIn: false },
    parameters: [
      { name: 'depot', type: 'string', schema: { minLength: 1 }, description: '' },
      { name: 'trucks', type: 'integer', schema: {}, default: 10, description: '' },
    ],
    resources: [
      {
        ...{ key: 'depot', kind: 'site', id: '{{depot}}' },
        properties: { name: 'Depot {{depot}}' },
      },
      {
        ...{ kind: 'thing', id: '{{depot}}-truck-{{index}}', count: 'trucks' },
        properties: { name: 'Truck {{index}}', thingTypeId: 'truck', siteId: '{{depot}}' },
      },
    ],
    ...stamps,
  },
  TemplateApply: {
    ...{ ...place, validateOnly: false },
    summary: { create: 1, update: 1, unchanged: 1, conflict: 0, release: 0 },
    resources: [
      {
        ...{ kind: 'thing', id: 'bergen-truck-1', action: 'update', detail: null },
        changes: [{ pointer: '/siteId', before: null, after: 'bergen' }],
      },
      { kind: 'thing', id: 'bergen-truck-2', action: 'create', changes: [], detail: null },
      { kind: 'site', id: 'bergen', action: 'unchanged', changes: [], detail: null },
    ],
  },
  TemplateApplication: {
    ...{ id: 'default', templateId: 'depot', resourceCount: 3 },
    parameters: { depot: 'bergen', trucks: 2 },
    ...{ appliedAt: stamps.updatedAt, appliedBy: person, upToDate: true, etag: '2' },
  },
  TemplateDrift: {
    ...{ ...place, upToDate: true },
    summary: { unchanged: 2, changed: 1, missing: 0, hidden: 0 },
    resources: [
      {
        ...{ kind: 'thing', id: 'bergen-truck-1', state: 'changed' },
        changes: [{ pointer: '/name', before: 'Truck 1', after: 'Old truck' }],
      },
    ],
  },
}
