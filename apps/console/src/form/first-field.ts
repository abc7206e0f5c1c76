/**
 * Attributes of a dialog's first field. The dialog focuses `data-autofocus` when it opens; `autoFocus` covers forms
 * that load later.
 */
export const firstField = { autoFocus: true, 'data-autofocus': true } as const
