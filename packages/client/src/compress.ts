/** A request's body and its encoding. */
export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly encoding?: 'zstd' | 'gzip'
}

/** Below this many bytes, compression costs more than it saves. */
const MIN_BYTES = 1024

/** Compresses a body, with zstd if the runtime has it (Node 22.15 and newer), else with gzip. */
export async function compress(body: string | Uint8Array<ArrayBuffer>): Promise<EncodedBody> {
  if (body.length < MIN_BYTES) return { body }
  const zstd = zstdOfRuntime()
  if (zstd) return { body: await zstd(body), encoding: 'zstd' }
  if (typeof CompressionStream === 'undefined') return { body }
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), encoding: 'gzip' }
}

type Compress = (body: string | Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>

interface Zlib {
  readonly zstdCompress?: (
    body: string | Uint8Array<ArrayBuffer>,
    done: (error: Error | null, compressed: Uint8Array<ArrayBuffer>) => void,
  ) => void
}

/** Node's own, looked up at run time: browsers have no such module, and bundlers must not search for it. */
function zstdOfRuntime(): Compress | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => Zlib | undefined }
  }
  const zstdCompress = process?.getBuiltinModule?.('node:zlib')?.zstdCompress
  if (!zstdCompress) return undefined
  return (body) =>
    new Promise((resolve, reject) => {
      zstdCompress(body, (error, compressed) => (error ? reject(error) : resolve(compressed)))
    })
}
