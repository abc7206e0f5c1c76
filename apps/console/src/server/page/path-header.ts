/** Set by the proxy: the path and query being rendered, which Next does not pass to layouts. */
export const PATH_HEADER = 'x-console-path'
