import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { cacheDir } from './repository.mjs'

const lockFile = (name: string) => join(cacheDir, `${name}.lock`)

test('work of one name is done one after the other', async () => {
  const running: string[] = []
  let most = 0
  const work = async (who: string) => {
    running.push(who)
    most = Math.max(most, running.length)
    await new Promise(setImmediate)
    running.splice(running.indexOf(who), 1)
    return who
  }
  const done = await Promise.all(['a', 'b', 'c'].map((who) => withLock('test-order', () => work(who))))
  expect(done).toEqual(['a', 'b', 'c'])
  expect(most).toBe(1)
  expect(existsSync(lockFile('test-order'))).toBe(false)
})

test('the lock of a script that was killed is taken over', async () => {
  const killed = spawn('true')
  await once(killed, 'exit')
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(lockFile('test-killed'), String(killed.pid))
  expect(await withLock('test-killed', async () => 'done')).toBe('done')
})

test('a lock from before the machine started is taken over, whoever has its number now', async () => {
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(lockFile('test-power'), String(process.pid))
  const before = Date.now() / 1000 - uptime() - 60
  utimesSync(lockFile('test-power'), before, before)
  expect(await withLock('test-power', async () => 'done')).toBe('done')
})

test('work that fails gives the lock back', async () => {
  await expect(
    withLock('test-failing', async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(existsSync(lockFile('test-failing'))).toBe(false)
})
