/** Integer ids of a thing in the store. */
export interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** No organization has this number: for questions about nothing. */
export const NO_ORGANIZATION = 0
