interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** What all pages of a list hold. */
export async function allPages<Item>(
  ask: (paging: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const page = await ask({ limit: 1000, ...(cursor && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return all
}
