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

const orders = 'features/orders/server/take-order.ts'
const people = 'features/people/server/name-people.ts'
const lower = "import { one } from '../../people/server/name-people.ts'\nexport const two = one + 1\n"

test('imports that lead down pass', () => {
  expect(check({ [orders]: lower, [people]: 'export const one = 1\n' })).toEqual({ layers: [], biome: [] })
})

test.each([
  [
    'values',
    "import { two } from '../../orders/server/take-order.ts'\nexport const one = 1\nexport const three = () => two\n",
  ],
  [
    'a type',
    "import type { two } from '../../orders/server/take-order.ts'\nexport const one = 1\nexport type Two = typeof two\n",
  ],
  [
    'the alias of the features',
    "import { two } from '#features/orders/server/take-order.ts'\nexport const one = 1\nexport const three = () => two\n",
  ],
  [
    'what is exported again',
    "export { two } from '../../orders/server/take-order.ts'\nexport const one = 1\n",
  ],
  [
    'what is loaded later',
    "export const one = 1\nexport const three = () => import('../../orders/server/take-order.ts')\n",
  ],
])('a circle of two features by %s is refused by both checks', (_, text) => {
  const { layers, biome } = check({ [orders]: lower, [people]: text })
  expect(layers).toEqual([
    expect.stringMatching(
      /^src\/features\/people\/server\/name-people\.ts:\d imports src\/features\/orders\/server\/take-order\.ts: features\/orders\/server stands above features\/people\/server\.$/,
    ),
    expect.stringMatching(/^A circle of imports: .*(orders.*people|people.*orders)/),
  ])
  expect(biome).toEqual(['lint/suspicious/noImportCycles'])
})

test('a circle of types within one feature is refused by both checks', () => {
  const { layers, biome } = check({
    'features/people/server/a.ts': "import type { B } from './b.ts'\nexport type A = { b?: B }\n",
    'features/people/server/b.ts': "import type { A } from './a.ts'\nexport type B = { a?: A }\n",
  })
  expect(layers).toEqual([expect.stringMatching(/^A circle of imports: /)])
  expect(biome).toEqual(['lint/suspicious/noImportCycles'])
})

test.each([
  ['vendors/dns/adapter/host.ts', '#features/people/server/name-people.ts', people],
  ['delivery/provisioning/run.ts', '../../features/people/server/name-people.ts', people],
  ['base/db/rows.ts', '../../features/people/server/name-people.ts', people],
  ['base/http/call.ts', '../../features/people/server/name-people.ts', people],
  ['ui/list.tsx', '../features/people/web/name-people.tsx', 'features/people/web/name-people.tsx'],
])('%s imports no feature, not even a type of it', (path, specifier, feature) => {
  const { layers } = check({
    [path]: `import type { Person } from '${specifier}'\nexport type People = Person[]\n`,
    [feature]: 'export type Person = string\n',
  })
  expect(layers).toEqual([expect.stringContaining(`imports src/${feature}`)])
})

test.each([
  ['features/people/web/list.tsx', 'features/people/server/name-people.ts', 'pages imports one of server'],
  ['features/people/server/list.ts', 'features/people/web/name-people.ts', 'server imports one of pages'],
  ['vendors/dns/simulator/play.ts', 'base/text/words.ts', 'simulators imports one of both'],
  ['vendors/dns/adapter/ask.ts', 'vendors/dns/simulator/play.ts', 'server imports one of simulators'],
  ['features/people/rules/rule.ts', 'base/db/rows.ts', 'both imports one of server'],
])('%s does not import %s', (path, other, words) => {
  const { layers } = check({
    [path]: `import { one } from '#${other}'\nexport const two = one\n`,
    [other]: 'export const one = 1\n',
  })
  expect(layers).toEqual([expect.stringContaining(words)])
})

test('a folder that the table does not know, and an import of what only tests use, are refused', () => {
  const { layers } = check({
    'features/people/unknown/a.ts': 'export const one = 1\n',
    [people]: "export { one } from './testing/one.ts'\nexport { three } from '#tests/three.ts'\n",
    'features/people/server/testing/one.ts': "export { one } from '../../unknown/a.ts'\n",
    'features/people/server/name-people.test.ts': "import '../../orders/server/take-order.ts'\n",
    [orders]: 'export const two = 2\n',
    '../tests/three.ts': 'export const three = 3\n',
  })
  expect(layers).toEqual([
    expect.stringContaining('imports src/features/people/server/testing/one.ts, which is for tests.'),
    expect.stringContaining('imports tests/three.ts, which is for tests.'),
    expect.stringContaining('src/features/people/unknown/a.ts stands in no layer'),
  ])
})
