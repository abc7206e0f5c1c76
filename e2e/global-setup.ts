import { startProduct } from './product.ts'

/** Starts one product for all journeys. They get its URLs and credentials through the environment. */
export default async function globalSetup() {
  const { product, stop } = await startProduct()
  process.env.SLUICE_PRODUCT = JSON.stringify(product)
  return stop
}
