/** The gallery is not paged, because organizations have few templates. */
export const templatesQuery = { query: { limit: 1000 } } as const

export function applicationsQuery(templateId: string) {
  return { params: { templateId }, query: { limit: 1000 } }
}
