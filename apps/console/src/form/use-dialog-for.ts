import { useState } from 'react'

/** A dialog about one of many; what it was opened for is kept while it fades out. */
export function useDialogFor<Item>() {
  const [item, setItem] = useState<Item>()
  const [opened, setOpened] = useState(false)
  return {
    item,
    opened,
    open(chosen: Item) {
      setItem(() => chosen)
      setOpened(true)
    },
    close: () => setOpened(false),
  }
}
