/**
 * Attributes of the field that a dialog starts at. The dialog looks for `data-autofocus` when it opens; a form that is
 * loaded after that focuses it itself.
 */
export const firstField = { autoFocus: true, 'data-autofocus': true } as const
