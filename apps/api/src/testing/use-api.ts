import { afterAll, beforeAll } from 'vitest'
import { startApi, type TestApi, type TestApiOptions } from './start-api.ts'

/** A server for the tests of a file or a suite. The result may be read only while a test or a later hook runs. */
export function useApi(options?: TestApiOptions): TestApi {
  const api = {} as TestApi
  beforeAll(async () => {
    Object.assign(api, await startApi(options))
  })
  afterAll(() => api.close())
  return api
}
