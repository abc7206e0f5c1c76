/** Path of each kind's resources, without the id. A thing's has its type, which is unknown once the thing is gone. */
const paths = {
  thing: 'THING/#',
  site: 'PLACE/Site',
  fleet: 'PLACE/Fleet',
  mapping: 'DEFINITION/Mapping',
  template: 'DEFINITION/Template',
} as const

/** The audit log of a resource that may be gone. */
export function logOf(kind: keyof typeof paths, id: string): string {
  return `/audit-log?${new URLSearchParams({ resource: `${paths[kind]}/${id}` })}`
}
