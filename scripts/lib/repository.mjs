// Plain JavaScript that Node 20 understands: it runs before anything is installed.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** What scripts remember between runs; can be deleted at any time. */
export const cacheDir = join(root, '.cache')
export const binDir = join(root, 'node_modules', '.bin')
/** The Node the product runs on, whatever the machine's own is. */
export const node = join(root, 'node_modules', 'node', 'bin', 'node')

/** Our environment, with the product's Node and tools first and compiled code kept between runs. */
export function childEnvironment(more = {}) {
  return {
    ...process.env,
    PATH: `${binDir}:${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheDir, 'compiled'),
    ...more,
  }
}
