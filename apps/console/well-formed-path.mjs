/**
 * Returns the URL with a path that can be decoded. If it cannot, as in `/things/%zz`, each percent sign is encoded. Next
 * would answer with a bare 500; this way the page says that the resource does not exist.
 *
 * @param {string} url
 */
export function wellFormed(url) {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
