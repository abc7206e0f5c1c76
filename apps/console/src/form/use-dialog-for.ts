import { useState } from 'react'

/** State of a dialog about one item. The item is kept while the dialog fades out. */
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
