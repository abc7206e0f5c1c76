export const dynamic = 'force-dynamic'

/** Liveness only; does not check the stores. */
export function GET() {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store' } })
}
