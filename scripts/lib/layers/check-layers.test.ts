import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { binDir, root } from '../repository.mjs'
import { checkLayers } from './check-layers.mjs'

const directory = mkdtempSync(join(tmpdir(), 'layers-'))
afterEach(() => rmSync(join(directory, 'src'), { recursive: true }))
afterAll(() => rmSync(directory, { recursive: true }))

/** The two checks on a tree of these modules: ours, and Biome's by the rules of this repository. */
function check(modules: Record<string, string>) {
  for (const [path, text] of Object.entries(modules)) {
    const file = join(directory, 'src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  cpSync(join(root, 'biome.json'), join(directory, 'biome.json'))
  cpSync(join(root, 'package.json'), join(directory, 'package.json'))
  const biome = spawnSync(
    join(binDir, 'biome'),
    ['lint', '--only=suspicious/noImportCycles', '--vcs-enabled=false', 'src'],
    { cwd: directory, encoding: 'utf8' },
  )
  return {
    layers: checkLayers(join(directory, 'src')),
    biome:
      biome.status === 0
        ? []
        : [...new Set(biome.stderr.match(/lint\/suspicious\/noImportCycles/g) ?? [biome.stderr])],
  }
}

const orders = 'server/features/orders/take-order.ts'
const people = 'server/features/people/name-people.ts'
const lower = "import { one } from '../people/name-people.ts'\nexport const two = one + 1\n"

test('imports that lead down pass', () => {
  expect(check({ [orders]: lower, [people]: 'export const one = 1\n' })).toEqual({ layers: [], biome: [] })
})

test.each([
  [
    'values',
    "import { two } from '../orders/take-order.ts'\nexport const one = 1\nexport const three = () => two\n",
  ],
  [
    'a type',
    "import type { two } from '../orders/take-order.ts'\nexport const one = 1\nexport type Two = typeof two\n",
  ],
  [
    'the alias of the server',
    "import { two } from '#server/features/orders/take-order.ts'\nexport const one = 1\nexport const three = () => two\n",
  ],
  ['what is exported again', "export { two } from '../orders/take-order.ts'\nexport const one = 1\n"],
  [
    'what is loaded later',
    "export const one = 1\nexport const three = () => import('../orders/take-order.ts')\n",
  ],
])('a circle of two features by %s is refused by both checks', (_, text) => {
  const { layers, biome } = check({ [orders]: lower, [people]: text })
  expect(layers).toEqual([
    expect.stringMatching(
      /^src\/server\/features\/people\/name-people\.ts:\d imports src\/server\/features\/orders\/take-order\.ts: server\/features\/orders stands above server\/features\/people\.$/,
    ),
    expect.stringMatching(/^A circle of imports: .*(orders.*people|people.*orders)/),
  ])
  expect(biome).toEqual(['lint/suspicious/noImportCycles'])
})

test('a circle of types within one feature is refused by both checks', () => {
  const { layers, biome } = check({
    'server/features/people/a.ts': "import type { B } from './b.ts'\nexport type A = { b?: B }\n",
    'server/features/people/b.ts': "import type { A } from './a.ts'\nexport type B = { a?: A }\n",
  })
  expect(layers).toEqual([expect.stringMatching(/^A circle of imports: /)])
  expect(biome).toEqual(['lint/suspicious/noImportCycles'])
})

test.each([
  ['server/providers/host.ts', '../features/people/name-people.ts', people],
  ['server/provisioning/run.ts', '../features/people/name-people.ts', people],
  ['server/db/rows.ts', '../features/people/name-people.ts', people],
  ['server/http/call.ts', '../features/people/name-people.ts', people],
  ['web/ui/list.tsx', '../features/people/name-people.tsx', 'web/features/people/name-people.tsx'],
])('%s imports no feature, not even a type of it', (path, specifier, feature) => {
  const { layers } = check({
    [path]: `import type { Person } from '${specifier}'\nexport type People = Person[]\n`,
    [feature]: 'export type Person = string\n',
  })
  expect(layers).toEqual([expect.stringContaining(`imports src/${feature}`)])
})

test('a folder that the table does not know, and an import of what only tests use, are refused', () => {
  const { layers } = check({
    'server/features/unknown/a.ts': 'export const one = 1\n',
    [people]: "export { one } from '../../testing/one.ts'\n",
    'server/testing/one.ts': "export { one } from '../features/unknown/a.ts'\n",
    'server/features/people/name-people.test.ts': "import '../orders/take-order.ts'\n",
    [orders]: 'export const two = 2\n',
  })
  expect(layers).toEqual([
    expect.stringContaining('name-people.ts:1 imports src/server/testing/one.ts, which is for tests.'),
    expect.stringContaining('src/server/features/unknown/a.ts stands in no layer'),
  ])
})
