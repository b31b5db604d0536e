import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** A script whose body says that it has begun, and what comes of Ctrl-C then. */
async function pressCtrlC(body: string): Promise<{ code: number; said: string }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { main } from './scripts/lib/main.mjs'
      import { run } from './scripts/lib/run.mjs'
      main(async () => { ${body} })`,
    ],
    { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  child.stdout.once('data', () => child.kill('SIGINT'))
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { code, said }
}
const hangs = `'setInterval(() => {}, 60_000)'`

test.each([
  [
    'a program at work',
    `const program = run(process.execPath, ['-e', ${hangs}], { quiet: true })
    console.log('begun')
    if ((await program) !== 0) throw new Error('It failed; what went wrong is above.')`,
  ],
  [
    'a program that ends as if nothing had happened',
    `const program = run(process.execPath, ['-e', 'process.on("SIGINT", () => process.exit(0));' + ${hangs} ], { quiet: true })
    console.log('begun')
    await program
    throw new Error('It went on.')`,
  ],
  ['no program at work', `console.log('begun')\nawait new Promise(() => setInterval(() => {}, 60_000))`],
])('Ctrl-C with %s says that it was stopped', async (_, body) => {
  expect(await pressCtrlC(body)).toEqual({ code: 130, said: 'Stopped.\n' })
})
