import { builtInPrefix, type Call, type Template, templateDraft } from '@sluice/contract'

type Draft = Omit<Call<'templates.create'>['body'], 'id'>

/** Built-in templates are as old as the first of them, and change with the service alone. */
const MADE = '2026-11-21T00:00:00.000Z'

/** A template that comes with the service. `revision` is its etag: raise it with every change. */
export function builtIn(name: string, revision: number, draft: Draft): Template {
  return {
    ...templateDraft.parse(draft),
    id: `${builtInPrefix}${name}`,
    builtIn: true,
    createdAt: MADE,
    updatedAt: MADE,
    etag: String(revision),
  }
}

/** A parameter that names a resource: its value must be usable as an id, or as the beginning of one. */
export const idSchema = { pattern: '^[A-Za-z0-9._~-]{1,48}$' } as const

/** An IANA zone; the site's own schema judges it. */
export const timezoneSchema = { minLength: 1, maxLength: 64 } as const
