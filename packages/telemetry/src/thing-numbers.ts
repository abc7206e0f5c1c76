/** Integer ids of a thing in the store. */
export interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}
