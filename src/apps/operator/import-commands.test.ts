import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps } = await createTestWorld()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const header = 'email,domain,plan,order,started,people,forwarding'
const file = (...lines: string[]): string => {
  const path = join(folder, 'fleet.csv')
  writeFileSync(path, [header, ...lines].join('\n'))
  return path
}

test('a wrong file is refused with every line and reason, and leaves nothing', async () => {
  const path = file(
    'ada@x.example,acme.com,gold,1,2026-01-01,Ada Byron,acme.com',
    'ada,b.com,azure,1,soon,Ada,b.com',
  )
  const { exitCode, err } = await operator('import', 'look', '--file', path)
  expect(exitCode).toBe(1)
  expect(err).toMatch(
    /Nothing was taken: 4 things are wrong\.\n {2}line 2: Column plan is none of .*\n {2}line 3: /,
  )
  expect((await operator('import', 'list')).out).toBe('none')
})

test('a file in another encoding, or without an end, is refused in words', async () => {
  const path = join(folder, 'latin.csv')
  const line = 'ada@x.example,acme.com,azure,M\xfcller,2026-01-01,Ada Byron,acme.com'
  writeFileSync(path, Buffer.from(`${header}\n${line}`, 'latin1'))
  expect((await operator('import', 'look', '--file', path)).err).toContain('line 2: This is no text in UTF-8')
  expect((await operator('import', 'look', '--file', '/dev/zero')).err).toContain(
    'has more than 8,000,000 bytes',
  )
  expect((await operator('import', 'look', '--file', folder)).err).toContain('cannot be read')
  expect((await operator('import', 'list')).out).toBe('none')
})

test('a look, its report and the list are told, and what contradicts is not adopted', async () => {
  const path = file('ada@x.example,nobodys-fleet.com,azure,=1,2026-01-01,Ada Byron,acme.com')
  const looked = await operator('import', 'look', '--file', path)
  const [id = ''] = looked.out.split(':')
  expect(looked.out).toBe(`${id}: 0 match, 1 contradict, 0 unknown, 0 here already, 0 adopted, of 1 domain.`)
  const again = JSON.parse((await operator('import', 'look', '--id', id, '--json')).out)
  expect(again).toMatchObject({ id, state: 'resting', counts: { contradicts: 1 } })
  const report = (await operator('import', 'report', '--id', id)).out
  expect(report).toContain("2,nobodys-fleet.com,ada@x.example,'=1,Entra,0,Contradicts,,None of your tenants")
  expect((await operator('import', 'adopt', '--id', id)).err).toContain('No order is ready')
  expect((await operator('import', 'list')).out).toContain('command line')
  expect((await operator('import', 'look')).err).toContain('Give either --file')
  expect((await operator('import', 'report', '--id', 'imp_none')).err).toContain('There is no such import.')
})
