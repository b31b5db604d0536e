import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { createReader } from './reader.ts'

const task = {
  mail: Buffer.from('From: a@b.example\r\n\r\n'),
  signedFor: 'google.com',
  key: [],
  domain: 'example.com',
  servers: new BlockList(),
  now: Date.now(),
}
/** A thread that does this with the first mail, and answers each further one of its process. */
const threadOf = (does: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { ${does} })`)}`,
  )

test('a mail that nobody has signed is refused in the thread of its own', async () => {
  const reader = createReader(() => {})
  expect(await reader.read(task)).toEqual({ refused: 'Its sender has not signed it.' })
  expect(await reader.read(task)).toEqual({ refused: 'Its sender has not signed it.' })
  await reader.close()
})

test('a mail that takes all its time, or all its memory, ends its thread and nothing else', async () => {
  for (const [does, patience] of [
    ['for (;;);', 500],
    ['const all = []; for (;;) all.push(new Array(1e5).fill(all.length))', 60_000],
    ['throw new Error("unforeseen")', 60_000],
    ['process.exit(3)', 60_000],
  ] as const) {
    const why: unknown[] = []
    const reader = createReader((error) => why.push(error), { file: threadOf(does), patience })
    expect(await reader.read(task), does).toBeUndefined()
    // The next one is read by a new thread, which fares as the first has.
    expect(await reader.read(task), does).toBeUndefined()
    expect(why, does).toHaveLength(2)
    await reader.close()
  }
})
