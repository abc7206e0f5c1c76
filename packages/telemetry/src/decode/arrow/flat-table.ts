/** Thrown for malformed bytes; its message completes the sentence "The body ...". */
export class ArrowFault extends Error {}

/** Most entries of a vector: more than any thing has metrics, yet few enough to look at one by one. */
const MAX_ENTRIES = 32_768

/** Longest name, in bytes. Names may overlap, so a short body could claim very many long ones. */
const LONGEST_NAME = 1024

/**
 * A table of Arrow's metadata (a FlatBuffer). The bytes are untrusted. So no read leaves the view (a DataView throws a
 * RangeError), and a vector that the view cannot hold is refused. The JavaScript libraries trust both, which is why
 * none of them reads the metadata.
 */
export class FlatTable {
  readonly #view: DataView
  readonly #at: number
  readonly #slots: number
  readonly #slotsEnd: number

  /** The table at an offset; {@link root} finds the outermost. */
  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
    this.#slots = at - view.getInt32(at, true)
    this.#slotsEnd = this.#slots + view.getUint16(this.#slots, true)
  }

  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true))
  }

  int8(slot: number, absent: number): number {
    const at = this.#field(slot)
    return at === undefined ? absent : this.#view.getInt8(at)
  }

  int16(slot: number, absent: number): number {
    const at = this.#field(slot)
    return at === undefined ? absent : this.#view.getInt16(at, true)
  }

  int32(slot: number, absent: number): number {
    const at = this.#field(slot)
    return at === undefined ? absent : this.#view.getInt32(at, true)
  }

  int64(slot: number): number {
    const at = this.#field(slot)
    return at === undefined ? 0 : sizeAt(this.#view, at)
  }

  text(slot: number): string {
    const at = this.#reference(slot)
    if (at === undefined) return ''
    const { buffer, byteOffset } = this.#view
    const length = this.#count(at, 1, LONGEST_NAME)
    return Buffer.from(buffer, byteOffset + at + 4, length).toString('utf8')
  }

  table(slot: number): FlatTable | undefined {
    const at = this.#reference(slot)
    return at === undefined ? undefined : new FlatTable(this.#view, at)
  }

  tables(slot: number): FlatTable[] {
    const at = this.#reference(slot)
    if (at === undefined) return []
    return Array.from({ length: this.#count(at, 4) }, (_, i) => {
      const entry = at + 4 + i * 4
      return new FlatTable(this.#view, entry + this.#view.getUint32(entry, true))
    })
  }

  /** A vector of 64-bit counts. */
  sizes(slot: number): number[] {
    const at = this.#reference(slot)
    if (at === undefined) return []
    return Array.from({ length: this.#count(at, 8) }, (_, i) => sizeAt(this.#view, at + 4 + i * 8))
  }

  /** A vector of structs of two 64-bit integers. */
  pairs(slot: number): [number, number][] {
    const at = this.#reference(slot)
    if (at === undefined) return []
    return Array.from({ length: this.#count(at, 16) }, (_, i) => {
      const entry = at + 4 + i * 16
      return [sizeAt(this.#view, entry), sizeAt(this.#view, entry + 8)]
    })
  }

  /** The offset of a field's value; undefined if the table lacks it. */
  #field(slot: number): number | undefined {
    const entry = this.#slots + 4 + slot * 2
    if (entry + 2 > this.#slotsEnd) return undefined
    const offset = this.#view.getUint16(entry, true)
    return offset === 0 ? undefined : this.#at + offset
  }

  #reference(slot: number): number | undefined {
    const at = this.#field(slot)
    return at === undefined ? undefined : at + this.#view.getUint32(at, true)
  }

  /** The length of the vector at an offset. */
  #count(at: number, entryBytes: number, most = MAX_ENTRIES): number {
    const count = this.#view.getUint32(at, true)
    const fits = at + 4 + count * entryBytes <= this.#view.byteLength
    if (fits && count > most) throw new ArrowFault(`has a name or a list longer than ${most}`)
    if (fits) return count
    throw new RangeError(`A vector of ${count} entries does not fit its message.`)
  }
}

/** A 64-bit length, count or offset. */
function sizeAt(view: DataView, at: number): number {
  const size = view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)
  if (size >= 0 && Number.isSafeInteger(size)) return size
  throw new RangeError(`A size of ${size} is none.`)
}
