/** Words that mean the same on every page. */
export const texts = {
  never: 'Never',
  none: 'None',
  cancel: 'Cancel',
  save: 'Save',
}
