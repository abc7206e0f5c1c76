/** Limits of a call, where an operation states none of its own. */
export const callLimits = {
  /** UTF-16 units of a text. */
  text: 4096,
  /** Elements of a list, or members of a map. */
  members: 1000,
  /** Unknown members of an object that faults are listed for. */
  unknownFields: 100,
  /** Values in a free-form JSON value, over all levels. */
  values: 20_000,
  /** Values in a whole body, over all levels. */
  bodyValues: 50_000,
  /** Members of one object anywhere in a body: V8 stores names that are integers inefficiently. */
  bodyMembers: 2500,
  /** Characters of a member's name anywhere in a long body. No shorter body can hold a longer name. */
  bodyName: 65_536,
  /** Characters of a thing's attributes as JSON. */
  attributes: 16_384,
  /** Digits that numbers with exponents need, all together, when they are written in full. */
  digits: 16_384,
  /** Levels of a JSON value. */
  depth: 64,
  /** Faults of lengths, counts and depths that are listed. */
  faults: 100,
  /** Characters of an Idempotency-Key. */
  idempotencyKey: 255,
} as const
