import { NoSuchMapping } from '#mappings/no-such-mapping.tsx'

export default NoSuchMapping
