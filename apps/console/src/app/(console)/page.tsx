import { PageHeader } from '#frame/page-header.tsx'

export default function OverviewPage() {
  return <PageHeader title="Overview" />
}
