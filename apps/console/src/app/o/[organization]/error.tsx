'use client'

import { PageFault } from '#states/page-fault.tsx'

export default PageFault
