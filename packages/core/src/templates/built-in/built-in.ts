import { builtInPrefix, type Call, type Template, templateDraft } from '@sluice/contract'

type Draft = Omit<Call<'templates.create'>['body'], 'id'>

/** Built-in templates have the age of the first of them, and change only with releases. */
const MADE = '2026-11-21T00:00:00.000Z'

/** A built-in template. `revision` is its etag: raise it with every change. */
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

/** A parameter that is an id, or the beginning of ids. */
export const idSchema = { minLength: 1, maxLength: 48, pattern: '^[A-Za-z0-9._~-]+$' } as const

/** An IANA zone, validated by the site's own schema. */
export const timezoneSchema = { minLength: 1, maxLength: 64 } as const
