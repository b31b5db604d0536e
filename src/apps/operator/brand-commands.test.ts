import { expect, test } from 'vitest'
import { choiceOf } from '#base/brand/brand.ts'
import { saveBrand } from '#features/brand/server/console/save-brand.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps } = await createTestApp()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

test('the brand is shown, listed and brought back on the command line', async () => {
  expect((await operator('brand', 'show')).out).toMatch(
    /^As the environment says:\n {2}productName: Inboxyard\n/,
  )
  await saveBrand(
    deps,
    { basedOn: 0, brand: { ...choiceOf(deps.brand.now), productName: 'Acme', banner: null } },
    { id: null, name: 'Ada Byron' },
  )
  expect((await operator('brand', 'show')).out).toContain('Version 1:\n  productName: Acme')
  expect((await operator('brand', 'list')).out).toMatch(/Ada Byron +product name and banner/)
  expect((await operator('brand', 'restore', '--version', '0')).out).toBe(
    'Version 0 is back, as version 2: product name and banner.',
  )
  const listed = JSON.parse((await operator('brand', 'list', '--json')).out)
  expect(JSON.stringify(listed)).toContain('"restored":0')
  expect(deps.brand.now.productName).toBe('Inboxyard')
})

test('a version that is none is refused with what to type', async () => {
  const wrong = await operator('brand', 'restore', '--version', 'old')
  expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('brand list') })
  expect((await operator('brand', 'restore', '--version', '7')).err).toContain('There is no version 7')
})
