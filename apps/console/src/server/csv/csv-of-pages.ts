import { inSlices } from '@sluice/runtime'

const LINE_FEED = 10

interface CsvPages<Page> {
  /** Reads the first page, or the one at a cursor. */
  readonly read: (cursor: string | undefined) => Promise<Page>
  /** A page in UTF-8: a header line, and the lines of the page. */
  readonly format: (page: Page) => Generator<void, Uint8Array<ArrayBuffer>>
}

/** Yields all pages as one CSV file, one chunk per page; only the first chunk has the header line. */
export async function* csvOfPages<Page extends { readonly nextCursor: string | null }>({
  read,
  format,
}: CsvPages<Page>): AsyncGenerator<Uint8Array, void> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    const lines = await inSlices(format(page))
    yield cursor === undefined ? lines : lines.subarray(lines.indexOf(LINE_FEED) + 1)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
