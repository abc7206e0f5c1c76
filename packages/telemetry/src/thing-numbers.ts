/** Integer ids of a thing in the store. */
export interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** Whose samples were taken away: a thing's, or those of some things of organizations. */
export type Gone = ThingNumbers | { readonly organizations: ReadonlySet<number> }

/** No organization has this number: for questions about nothing. */
export const NO_ORGANIZATION = 0
