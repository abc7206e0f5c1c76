/** The gallery shows all there are: organizations have few. */
export const templatesQuery = { query: { limit: 1000 } } as const

/** The applications of one template. */
export function applicationsQuery(templateId: string) {
  return { params: { templateId }, query: { limit: 1000 } }
}
