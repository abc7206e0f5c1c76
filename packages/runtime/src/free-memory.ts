/** Smaller arrays are not worth it. */
const MIN_BYTES = 1024

/**
 * Frees the memory of arrays that nobody reads any more; they are empty afterwards. The collector would free them, too,
 * but until then counts them as part of its heap. Under ingestion they amount to 300 MB/s, for which it marked the
 * whole heap twice a second. Arrays that share their memory are left to it.
 */
export function freeMemory(...arrays: readonly (NodeJS.TypedArray | undefined)[]): void {
  for (const array of arrays) {
    if (array === undefined || array.byteLength < MIN_BYTES) continue
    const { buffer, byteLength } = array
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}
