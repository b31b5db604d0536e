import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin, transformWithOxc } from 'vite'
import { fileOf } from './files-of.ts'

const file = fileOf('apps/website/start-guard.ts')

/** Puts the script that runs before every file of the build into the page; the server names its hash in the policy. */
export function startGuard(): Plugin {
  return {
    name: 'start-guard',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2015' })
        const { code: children } = minifySync('start-guard.js', code, { compress: { target: 'es2015' } })
        if (/<[/!s]/.test(children)) throw new Error('The script in the page has what may end it.')
        return [{ tag: 'script', children, injectTo: 'head-prepend' }]
      },
    },
  }
}
