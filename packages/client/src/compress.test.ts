import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { compress } from './compress.ts'

const long = JSON.stringify({ text: 'ä'.repeat(2000) })

test('a long body is compressed with zstd where the runtime has it', async () => {
  const { body, encoding } = await compress(long)
  expect(encoding).toBe('zstd')
  expect(zstdDecompressSync(body as Uint8Array).toString()).toBe(long)
})

test('a long body is compressed with gzip elsewhere, as in browsers', async () => {
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
  const { body, encoding } = await compress(long)
  vi.unstubAllGlobals()
  expect(encoding).toBe('gzip')
  expect(gunzipSync(body as Uint8Array).toString()).toBe(long)
})

test('a short body is sent as it is', async () => {
  expect(await compress('{"a":1}')).toEqual({ body: '{"a":1}' })
})
