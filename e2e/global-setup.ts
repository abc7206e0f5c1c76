import { startProduct } from './product.ts'

/** One product for all journeys; its addresses and sign-in reach them through the environment. */
export default async function globalSetup() {
  const { product, stop } = await startProduct()
  process.env.SLUICE_PRODUCT = JSON.stringify(product)
  return stop
}
