import type { Core } from '@sluice/core'
import type { WireAnswer } from './wire.ts'

/** As many characters of a secret as nothing else has by chance. */
const TELLING = 8

/** The secret of a key string that nobody may find anywhere again. */
export class KeyTraces {
  readonly #start: string
  readonly #shown: string

  constructor(keyString: string) {
    this.#shown = `${keyString.slice(0, 19)}...`
    this.#start = keyString.slice(19, 19 + TELLING).toLowerCase()
  }

  /** Whether a text shows it, percent-encoded or not. */
  isIn(text: string): boolean {
    return decoded(text).toLowerCase().includes(this.#start)
  }

  isInAnswer({ headers, text }: WireAnswer): boolean {
    return this.isIn(JSON.stringify(headers)) || this.isIn(text)
  }

  /** The tables of Postgres that hold it. */
  async tablesIn({ db }: Core): Promise<string[]> {
    const tables = await db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`
    const found: string[] = []
    for (const { name } of tables) {
      const sql = `SELECT count(*)::int AS rows FROM "${name}" AS row WHERE row::text ILIKE $1`
      const [counted] = await db.$queryRawUnsafe<{ rows: number }[]>(sql, `%${this.#start}%`)
      if (counted?.rows) found.push(name)
    }
    return found
  }

  /** What the request log keeps of calls, as far as it comes from callers: with the secret, and with what may be shown. */
  async callsIn({ usage }: Core): Promise<{ secret: string[]; shown: string[] }> {
    await usage.flush()
    const rows = await usage.query('SELECT DISTINCT operation, needs, address FROM requests', {})
    const texts = rows.map((row) => row.join(' '))
    return {
      secret: texts.filter((text) => this.isIn(text)),
      shown: texts.filter((text) => text.includes(this.#shown)),
    }
  }
}

function decoded(text: string): string {
  const plain = text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return plain === text ? text : decoded(plain)
}
