import { NoSuchTemplate } from '#templates/no-such-template.tsx'

export default NoSuchTemplate
