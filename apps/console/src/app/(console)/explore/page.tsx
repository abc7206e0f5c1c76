import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { ExplorePage } from '#explore/explore-page.tsx'
import { readQuestion } from '#explore/question.ts'
import { prefetch, readSearchParams } from '#server/prefetch.ts'

export const metadata: Metadata = { title: 'Explore' }

export default async function Page({ searchParams }: PageProps<'/explore'>) {
  const { things } = readQuestion(await readSearchParams(searchParams))
  await prefetch((trpc) =>
    things.map((thingId) => trpc.things.get.queryOptions({ params: { thingId }, query: {} })),
  )
  return (
    <Prefetched>
      <ExplorePage />
    </Prefetched>
  )
}
