export const texts = {
  back: 'Go back to it',
  close: 'Close without it',
  done: 'Done',
}
