export const dynamic = 'force-dynamic'

/** Alive: says nothing of the stores. */
export function GET() {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store' } })
}
