/** Set by the proxy: the path and query being rendered, which Next does not tell a layout. */
export const PATH_HEADER = 'x-console-path'
