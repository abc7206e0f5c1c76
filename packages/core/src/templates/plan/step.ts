import type { Fault, TemplateChange, TemplateKind } from '@sluice/contract'

/** The target state of a resource of any kind, new or existing. */
export type Wanted = Record<string, unknown> & {
  readonly id: string
  readonly labels: Record<string, string>
}

/** A resource of any kind as in answers. */
export type Stored = Wanted & { readonly etag: string }

/** What has to be done for one resource of a template. */
export interface Step {
  readonly kind: TemplateKind
  readonly id: string
  /** Its current state; undefined if it does not exist, or the caller may not know of it. */
  readonly before: Stored | undefined
  /** Whether it exists but the caller may not know of it. */
  readonly taken: boolean
  readonly wanted: Wanted
  /** How the existing one differs from the template. */
  readonly changes: readonly TemplateChange[]
  /** Makes a fault of one of its fields, located in the template or the call. */
  readonly fault: (path: readonly PropertyKey[], detail: string) => Fault
}

export function isChanged({ before, changes }: Step): boolean {
  return before === undefined || changes.length > 0
}
