import { describe, expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import { workItems } from '#base/db/schema/index.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { crashed, runCommand } from './run-command.ts'

const { deps, customer } = await createTestApp()

/** What a program gets: one document, on standard output alone. */
async function asked(...args: string[]) {
  const { exitCode, out, err } = await runCommand(commands, [...args, '--json'], async () => deps)
  expect(err).toBe('')
  return { exitCode, document: JSON.parse(out) }
}
const item = async (kind: string, subject?: string) => {
  const id = newId('workItem')
  await deps.db
    .insert(workItems)
    .values({ id, kind, subject: subject ?? `${id.slice(4)}.com`, instructions: 'Do it.' })
  return id
}

describe('every command', () => {
  // Those that do something with nothing given are tried below.
  const needing = commands.filter(({ options = {} }) =>
    Object.values(options).some(({ required }) => required),
  )

  test.each(needing.map(({ name }) => name))('%s says what it lacks as a document', async (name) => {
    const { exitCode, document } = await asked(...name.split(' '))
    expect(exitCode).toBe(2)
    expect(document).toMatchObject({
      ok: false,
      error: { code: 'usage', message: expect.stringMatching(/ is needed: /) },
    })
  })

  test.each(
    [
      'customer list',
      'staff list',
      'order list',
      'refund list',
      'work-items list',
      'probe list',
      'tenant list',
    ].concat('google-account list', 'connect --list'),
  )('%s hands over what it reads as it is', async (line) => {
    const { exitCode, document } = await asked(...line.split(' '))
    expect(exitCode).toBe(0)
    expect(document).not.toHaveProperty('ok')
    expect(Array.isArray(document) || typeof document === 'object').toBe(true)
  })

  test('that is wrong, unknown or crashes is told with a code, and nothing on standard error', async () => {
    expect(await asked('costumer', 'add')).toMatchObject({
      exitCode: 2,
      document: { ok: false, error: { code: 'usage', message: 'There is no command "costumer add".' } },
    })
    expect(await asked('customer', 'list', '--wrong')).toMatchObject({ exitCode: 2, document: { ok: false } })
    expect(await asked('work-items', 'answer', '--id', 'wrk_none', '--done')).toMatchObject({
      exitCode: 1,
      document: { ok: false, error: { code: 'not_found', message: 'There is no open work item wrk_none.' } },
    })
    const crash = crashed(['doctor', '--json'], 'It broke.')
    expect(crash).toMatchObject({ exitCode: 1, err: '' })
    expect(JSON.parse(crash.out)).toMatchObject({
      ok: false,
      error: { code: 'failed', message: 'It broke.' },
    })
    expect(crashed(['doctor'], 'It broke.')).toEqual({ exitCode: 1, out: '', err: 'It broke.' })
  })

  test('is in the list of them', async () => {
    const { document } = await asked('help')
    expect(document.map(({ name }: { name: string }) => name)).toEqual(commands.map(({ name }) => name))
  })
})

test('a work item is listed with the command that stands for the console’s buttons, where there is one', async () => {
  const commandOf: Record<string, string | null> = {
    [await item('tool_sign_in', 'con_1 acc_2')]: 'npm run operator -- connect --connection con_1',
    [await item('dkim_start')]: null,
  }
  const upload = await item('tool_upload')
  commandOf[upload] = `npm run operator -- work-items csv --id ${upload}`
  const { document } = await asked('work-items', 'list')
  for (const [id, command] of Object.entries(commandOf))
    expect(document.find((each: { id: string }) => each.id === id)).toMatchObject({ command })
  const { out } = await runCommand(commands, ['work-items', 'list'], async () => deps)
  for (const command of Object.values(commandOf)) if (command) expect(out).toContain(`\n  ${command}\n`)
})

describe('a deed', () => {
  test('tells what people are told, and what can be gone on with', async () => {
    const email = `json-${Date.now()}@example.test`
    const { exitCode, document } = await asked('customer', 'add', '--email', email, '--name', 'Jay Son')
    expect(exitCode).toBe(0)
    expect(document).toEqual({
      ok: true,
      said: [expect.stringContaining(document.data.password)],
      data: { email, password: expect.stringMatching(/^.{12,}$/) },
    })
    const staff = ['staff', 'add', '--email', `staff-${email}`, '--name', 'Jay Son', '--role', 'reader']
    expect((await asked(...staff)).document.data.link).toMatch(/\/operator\/join#/)
    expect((await asked('customer', 'disable', '--email', email)).document).toMatchObject({
      ok: true,
      data: { state: 'disabled' },
    })
  })

  test('that was refused after a while has no sentence of success', async () => {
    const id = await item('dkim_key')
    const { exitCode, document } = await asked('work-items', 'answer', '--id', id, '--txt', 'v=spf1 -all')
    expect(exitCode).toBe(1)
    expect(document).toEqual({
      ok: false,
      said: [],
      data: {},
      error: { code: 'rule_broken', message: expect.stringContaining('is answered with txt=') },
    })
  })

  test('does the same as without it', async () => {
    const id = await item('dkim_start')
    expect((await asked('work-items', 'answer', '--id', id, '--done')).document).toEqual({
      ok: true,
      said: ['Noted. It stays open until it is seen to be done.'],
      data: { isSeen: false, domains: [] },
    })
    await asked('pause', '--reason', 'a try')
    expect((await asked('resume')).document).toMatchObject({ ok: true, data: { domains: 0 } })
    expect((await asked('resume')).document).toMatchObject({ said: ['It is not paused.'] })
    const { email } = await customer()
    expect((await asked('customer', 'reset-password', '--email', email)).document.data).toMatchObject({
      email,
    })
  })

  test('that came to nothing without being refused says so with a code', async () => {
    const command: Command = {
      name: 'try',
      summary: 'try it',
      run: async (_deps, _options, print) => {
        print('It does not work yet.', { data: { works: false } })
        return 1
      },
    }
    const { exitCode, out } = await runCommand([command], ['try', '--json'], async () => deps)
    expect(exitCode).toBe(1)
    expect(JSON.parse(out)).toEqual({
      ok: false,
      said: ['It does not work yet.'],
      data: { works: false },
      error: { code: 'not_done', message: 'It does not work yet.' },
    })
  })
})
