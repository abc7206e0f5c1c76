/** Path of each kind's resources, without the id. A thing's has its type, which is unknown once the thing is gone. */
const paths = {
  thing: undefined,
  site: 'PLACE/Site',
  fleet: 'PLACE/Fleet',
  mapping: 'DEFINITION/Mapping',
  template: 'DEFINITION/Template',
} as const

/** The audit log of a resource that may be gone. A thing's can include things whose ids begin like its own. */
export function logOf(kind: keyof typeof paths, id: string): string {
  const path = paths[kind]
  const filter = path === undefined ? { text: `/${id}` } : { resource: `${path}/${id}` }
  return `/audit-log?${new URLSearchParams(filter)}`
}
