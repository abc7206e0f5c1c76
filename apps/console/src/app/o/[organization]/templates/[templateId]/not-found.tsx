import { NoSuch } from '#catalog/lazy-no-such.tsx'

export default function NotFound() {
  return <NoSuch kind="template" />
}
