import type { Plugin } from 'vite'
import { filesOf } from './files-of.ts'

/** V8's explicit compile hint, from Chromium 136; a comment to every other browser. Has to come first in its file. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Most of what the dashboard and the console are made of runs as soon as it is there: V8 compiles the files that these
 * modules need whole, and beside the main thread while they arrive. Otherwise it reads each function twice, and compiles
 * it on the main thread when it is first called: a fifth of what a slow processor has to do before the list stands.
 */
export function compileWhole(modules: readonly string[]): Plugin {
  return {
    name: 'compile-whole',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written the list of the files below each import to the top.
      order: 'post',
      handler(_options, bundle) {
        const whole = new Set(filesOf(bundle, modules))
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && whole.has(chunk.fileName)) chunk.code = hint + chunk.code
      },
    },
  }
}
