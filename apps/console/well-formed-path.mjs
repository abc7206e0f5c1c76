/**
 * The URL of a request, with a path that can be decoded: of one that cannot, such as `/things/%zz`, each percent sign is
 * encoded. Next would answer a bare 500; so there is a page that says that there is no such thing.
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
