/** Bytes of a record in one row: a row is read without yielding. */
const PIECE = 768 * 1024

/** The driver reads only texts, and would request bytes as hexadecimal digits. */
export const RECORD = `encode(substring(record FROM piece * ${PIECE} + 1 FOR ${PIECE}), 'base64') AS record`

/** The numbers of a record's pieces, from 0. */
export const PIECES = `LATERAL generate_series(0, greatest(octet_length(record) - 1, 0) / ${PIECE}) AS piece`
