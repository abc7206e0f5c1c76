import { type Column, distinctTexts, repeatedTexts } from '@sluice/clickhouse'
import type { Need } from '../scopes/index.ts'
import { encodeNeeds } from './needs.ts'

/** A dictionary-encoded column of texts. */
export class TextsColumn {
  readonly #rows: Uint32Array
  readonly #numbers = new Map<string, number>()
  /** Of its distinct texts together. */
  characters = 0

  constructor(rows: number) {
    this.#rows = new Uint32Array(rows)
  }

  put(row: number, text: string): void {
    this.putNumber(row, this.numberOf(text))
  }

  protected putNumber(row: number, number: number): void {
    this.#rows[row] = number
  }

  protected numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    this.characters += text.length
    return number
  }

  /** Encodes the column's first rows and clears it. */
  encode(name: string, rows: number) {
    const column = repeatedTexts(name, [...this.#numbers.keys()], this.#rows, rows)
    this.#numbers.clear()
    this.characters = 0
    return column
  }
}

/** A column of texts that are mostly distinct, such as request ids. */
export class DistinctTextsColumn {
  #rows: string[] = []

  put(text: string): void {
    this.#rows.push(text)
  }

  /** Encodes all rows and clears the column. */
  encode(name: string): Column {
    const column = distinctTexts(name, this.#rows)
    this.#rows = []
    return column
  }
}

/** The column of needs. Requests for one resource share the same list of paths, so few needs are formatted. */
export class NeedsColumn extends TextsColumn {
  readonly #written = new Map<Need['paths'], { readonly need: Need; readonly number: number }>()

  putNeeds(row: number, needs: readonly Need[]): void {
    const [need] = needs
    this.putNumber(
      row,
      need && needs.length === 1 ? this.#numberOfOne(need) : this.numberOf(encodeNeeds(needs)),
    )
  }

  #numberOfOne(need: Need): number {
    const known = this.#written.get(need.paths)
    if (known?.need.action === need.action && known.need.whole === need.whole) return known.number
    const number = this.numberOf(encodeNeeds([need]))
    this.#written.set(need.paths, { need, number })
    return number
  }

  override encode(name: string, rows: number) {
    this.#written.clear()
    return super.encode(name, rows)
  }
}
