import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

const require = createRequire(import.meta.url)

/**
 * Prisma's schema engine, compiled to WebAssembly. The package's own entry imports the `.wasm` file
 * as a module, which Node 20 cannot; so it is instantiated here.
 *
 * @returns {typeof bindings}
 */
export function loadSchemaEngine() {
  const wasmFile = require
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {
    './schema_engine_bg.js': /** @type {any} */ (bindings),
  })
  bindings.__wbg_set_wasm(exports)
  const { __wbindgen_start: start } = /** @type {{ __wbindgen_start(): void }} */ (
    /** @type {unknown} */ (exports)
  )
  start()
  return bindings
}
