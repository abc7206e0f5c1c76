/** An error in ClickHouse's form: the number and name from its own list (ErrorCodes.cpp). */
export class ClickHouseException extends Error {
  readonly code: number
  readonly status: number
  /** `Code: 62. DB::Exception: Syntax error: ... (SYNTAX_ERROR)` */
  readonly text: string

  constructor(text: string) {
    super(text)
    this.name = 'ClickHouseException'
    this.text = text
    this.code = Number(/^Code: (\d+)/.exec(text)?.[1] ?? unknownException)
    this.status = statusOf(this.code)
  }
}

/** Errors that this server detects itself, before the engine sees the query. */
const own = {
  BAD_ARGUMENTS: 36,
  NOT_IMPLEMENTED: 48,
  SYNTAX_ERROR: 62,
  NO_DATA_TO_INSERT: 108,
  UNKNOWN_SETTING: 115,
  REQUIRED_PASSWORD: 194,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  NOT_ENOUGH_SPACE: 243,
  CANNOT_DECOMPRESS: 271,
  TOO_MANY_BYTES: 307,
  QUERY_WAS_CANCELLED: 394,
  UNKNOWN_COMPRESSION_METHOD: 89,
  AUTHENTICATION_FAILED: 516,
  ACCESS_DENIED: 497,
} as const

const unknownException = 1002

export function exception(name: keyof typeof own, detail: string): ClickHouseException {
  return new ClickHouseException(`Code: ${own[name]}. DB::Exception: ${detail} (${name})`)
}

/** Converts anything thrown while a request was served; the engine's own text is kept. */
export function toException(thrown: unknown): ClickHouseException {
  if (thrown instanceof ClickHouseException) return thrown
  const { message } = thrown as Error
  const fromEngine = /Code: \d+\.[\s\S]*/.exec(message)?.[0]
  if (fromEngine) return new ClickHouseException(withoutFile(fromEngine.trim()))
  return new ClickHouseException(
    `Code: ${unknownException}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`,
  )
}

/** Hides the temporary file through which rows are passed, whose name differs every time. */
function withoutFile(text: string): string {
  return text.replace(/ \(in file\/uri [^)]*\):/g, '')
}

/** After some errors the engine stops for good and answers every query with this. */
export function isBreakdown({ code, text }: ClickHouseException): boolean {
  const aborted = 236
  return code === aborted && /fatal error/.test(text)
}

/** From ClickHouse's exceptionCodeToHTTPStatus; codes that are not listed are 500. */
const statuses: Record<number, readonly number[]> = {
  400: [
    6, 25, 26, 27, 36, 38, 41, 53, 62, 69, 70, 72, 89, 108, 117, 130, 167, 168, 182, 271, 456, 457,
  ],
  401: [194],
  403: [164, 192, 193, 497, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 81, 115],
  413: [307],
  501: [48],
  503: [209, 243],
}

function statusOf(code: number): number {
  const found = Object.entries(statuses).find(([, codes]) => codes.includes(code))
  return found ? Number(found[0]) : 500
}
