export { default, metadata } from '../../o/[organization]/account/page.tsx'
