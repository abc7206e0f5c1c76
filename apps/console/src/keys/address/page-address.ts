import { headers } from 'next/headers'

/** The address from which the page's request came, as main.mjs determined it. */
export async function pageAddress(): Promise<string | null> {
  const forwarded = (await headers()).get('x-forwarded-for')?.split(',')[0]?.trim()
  return forwarded?.replace(/^::ffff:(?=\d+\.)/i, '') || null
}
