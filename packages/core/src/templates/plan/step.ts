import type { Fault, TemplateChange, TemplateKind } from '@sluice/contract'

/** A resource of any kind that does not exist yet, or what an existing one is to become. */
export type Wanted = Record<string, unknown> & {
  readonly id: string
  readonly labels: Record<string, string>
}

/** A resource of any kind as it is answered. */
export type Stored = Wanted & { readonly etag: string }

/** What one resource of a template comes to. */
export interface Step {
  readonly kind: TemplateKind
  readonly id: string
  /** As it is now; undefined where it does not exist, or the caller may not know of it. */
  readonly before: Stored | undefined
  /** It exists, but the caller may not know of it. */
  readonly taken: boolean
  readonly wanted: Wanted
  /** In what an existing one differs from what the template says. */
  readonly changes: readonly TemplateChange[]
  /** A fault of one of its fields, at the field's place in the template or the call. */
  readonly fault: (path: readonly PropertyKey[], detail: string) => Fault
}

export function isChanged({ before, changes }: Step): boolean {
  return before === undefined || changes.length > 0
}
