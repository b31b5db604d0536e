// Loaded before programs that run from their sources and use Drizzle. For each of its 100 modules Node's ESM loader parses Drizzle's package.json
// again, which has 180 KB: 0.7 s of every start. Its CommonJS files are the same code and load in 0.1 s.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (!/\/node_modules\/drizzle-orm\/.*\.js$/.test(resolved.url)) return resolved
    return { ...resolved, url: resolved.url.replace(/\.js$/, '.cjs'), format: 'commonjs' }
  },
})
