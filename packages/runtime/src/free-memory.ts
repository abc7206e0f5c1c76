/** Smaller arrays are not worth it. */
const WORTH_BYTES = 1024

/**
 * Frees the memory of arrays that nobody reads any more: they have no elements from then on. The collector would find
 * them, too, but until then they count as a part of its heap. Under ingestion they come to 300 MB/s, for which it
 * marked the whole heap twice a second. An array that shares its memory with others is left to it.
 */
export function freeMemory(...arrays: readonly (NodeJS.TypedArray | undefined)[]): void {
  for (const array of arrays) {
    if (array === undefined || array.byteLength < WORTH_BYTES) continue
    const { buffer, byteLength } = array
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}
