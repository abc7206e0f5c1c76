/** What a call may hold where the contract states no bound of its own. */
export const callLimits = {
  /** UTF-16 units of a text. */
  text: 4096,
  /** Elements of a list, or members of a map. */
  members: 1000,
  /** Members of an object beyond the fields that it has: faults are listed for so many. */
  unknownFields: 100,
  /** Values in one JSON value of any form, all levels together. */
  values: 20_000,
  /** Values in a whole body, all levels together. */
  bodyValues: 50_000,
  /** Members of one object anywhere in a body: names that are whole numbers are dear to keep. */
  bodyMembers: 2500,
  /** Characters of a thing's attributes as JSON. */
  attributes: 16_384,
  /** Levels of a JSON value. */
  depth: 64,
  /** Most faults that are listed. */
  faults: 100,
} as const
