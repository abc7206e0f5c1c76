/** A verb has failed after it did part of its work. The cause says why, the result what was done. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone'
  readonly result: object

  constructor(result: object, cause: unknown) {
    super('Only a part was done.', { cause })
    this.result = result
  }
}
