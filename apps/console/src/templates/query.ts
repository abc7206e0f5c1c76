import { text } from '#url/search-params.ts'

/** The gallery has one page, unless an organization has many or large templates. */
export function templatesQuery(params: URLSearchParams) {
  return { query: { limit: 1000, cursor: text(params, 'cursor') } }
}

export function applicationsQuery(templateId: string, params: URLSearchParams) {
  return { params: { templateId }, query: { cursor: text(params, 'cursor') } }
}
