import { person, stamps } from './times.ts'

const place = { templateId: 'vans', applicationId: 'default' }

/** Answers about templates, by the name of their schema. */
export const templateAnswers = {
  Template: {
    ...{ id: 'vans', name: 'Vans', description: '', labels: {}, builtIn: false },
    parameters: [{ name: 'vans', type: 'integer', schema: {}, default: 2, description: '' }],
    resources: [
      {
        ...{ kind: 'thing', id: 'van-{{index}}', count: 'vans' },
        properties: { name: 'Van {{index}}', thingTypeId: 'van', siteId: 'oslo-depot' },
      },
    ],
    ...stamps,
  },
  TemplateApply: {
    ...{ ...place, validateOnly: false },
    summary: { create: 1, update: 1, unchanged: 0, conflict: 0, release: 0 },
    resources: [
      {
        ...{ kind: 'thing', id: 'van-1', action: 'update', detail: null },
        changes: [{ pointer: '/siteId', before: null, after: 'oslo-depot' }],
      },
      { kind: 'thing', id: 'van-2', action: 'create', changes: [], detail: null },
    ],
  },
  TemplateApplication: {
    ...{ id: 'default', templateId: 'vans', parameters: { vans: 2 }, resourceCount: 2 },
    ...{ appliedAt: stamps.updatedAt, appliedBy: person, upToDate: true, etag: '2' },
  },
  TemplateDrift: {
    ...{ ...place, upToDate: true },
    summary: { unchanged: 1, changed: 1, missing: 0, hidden: 0 },
    resources: [
      {
        ...{ kind: 'thing', id: 'van-1', state: 'changed' },
        changes: [{ pointer: '/name', before: 'Van 1', after: 'Blue van' }],
      },
    ],
  },
}
