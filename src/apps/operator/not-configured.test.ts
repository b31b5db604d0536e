import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '../../..')

/** The program on a machine where the product may not start: reachable by others beside the sandbox, and without keys. */
const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      SANDBOX: 'on',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    }
    execFile(
      process.execPath,
      ['src/apps/operator/operator.ts', ...args],
      { cwd: root, env },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    )
  })

test('the commands and one of them are explained where nothing is configured yet', async () => {
  const [all, one] = [await run('--help'), await run('order', 'list', '--help')]
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out).toContain('order list')
  expect(one).toMatchObject({ code: 0, err: '' })
})

test('a command says what is wrong with the configuration, to people and to programs, and shows no stack', async () => {
  const people = await run('order', 'list')
  expect(people.code).toBe(1)
  expect(people.err).toContain('HOST=0.0.0.0 lets others reach')
  expect(people.err).toContain('SECRETS_KEYS must be set')
  expect(people.err).not.toMatch(/\bat \S+:\d+/)
  const programs = await run('order', 'list', '--json')
  expect(programs.code).toBe(1)
  expect(JSON.parse(programs.out || programs.err)).toMatchObject({ error: { code: 'failed' } })
})
