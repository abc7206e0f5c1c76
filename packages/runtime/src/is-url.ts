/**
 * Whether a text is a URL with one of the protocols (`https?`) that can be decoded: a `%` in a password must be `%25`.
 * Drivers decode it, and their error would not say which URL is meant.
 */
export function isUrl(text: string, protocols: string): boolean {
  try {
    decodeURIComponent(text)
    return new RegExp(`^(${protocols}):$`).test(new URL(text).protocol)
  } catch {
    return false
  }
}
