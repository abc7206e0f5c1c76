import { BinaryReader, type WireType } from '@bufbuild/protobuf/wire'

/** Fields that are read in one turn: a few milliseconds. */
const FIELDS_A_TURN = 50_000

/** Reads protobuf, at most so many fields until it is told that others had their turn. */
export class MessageReader extends BinaryReader {
  #fields = 0

  override tag(): [number, WireType] {
    this.#fields += 1
    if (this.#fields > FIELDS_A_TURN) throw new Error(`a part has over ${FIELDS_A_TURN} fields`)
    return super.tag()
  }

  /** Others had their turn. */
  turned(): void {
    this.#fields = 0
  }

  /** Where a message ends whose length is next. Throws where that is behind the end of the body. */
  end(): number {
    const end = this.uint32() + this.pos
    if (end > this.len) throw new RangeError('premature EOF')
    return end
  }

  /** Throws where what was read of a message does not end where the message does. */
  close(end: number): void {
    if (this.pos !== end) throw new RangeError('a field does not end where its message ends')
  }
}
