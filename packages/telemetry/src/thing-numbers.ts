/** The integer ids of a thing in the store. */
export interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** Which samples were removed: those of a thing, or of some things of organizations. */
export type Gone = ThingNumbers | { readonly organizations: ReadonlySet<number> }

/** Belongs to no organization: for queries without a subject. */
export const NO_ORGANIZATION = 0
