import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keysOf } from '#base/records/keys-of.ts'
import { behaviors } from './vendor-behaviors.ts'

const src = join(import.meta.dirname, '../..')
const textOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: src })
    .map((file) => readFileSync(join(src, file), 'utf8'))
    .join('\n')

/** As a test or a group of cases is called. */
const titles = new Set(
  [...textOf('**/*.test.ts', 'vendors/testing/*.ts').matchAll(/\(\s*(?:'([^'\n]+)'|"([^"\n]+)"),/g)].map(
    ([, single, double]) => single ?? double,
  ),
)

const operationsOf = (vendor: string) =>
  new Set(
    [
      ...textOf(`vendors/${vendor}/adapter/*.contract.test.ts`, 'vendors/testing/*-operations.ts').matchAll(
        /\bname: ['`]([\w.]+(?: (?:begin|result|trySending))?)/g,
      ),
    ].map(([, name]) => name),
  )

test.each(keysOf(behaviors))('every test that shows a row of %s is there', (vendor) => {
  const { ports, objects, states, refusals } = behaviors[vendor]
  const rows = ports.flatMap((port) => Object.values(port.rows))
  const named = [...rows, ...states, ...refusals, ...(objects ? [objects] : [])].flatMap(
    (row) => ('shownBy' in row && row.shownBy) || [],
  )
  expect(named.filter((title) => !titles.has(title))).toEqual([])
})

test.each(keysOf(behaviors))(
  'an operation of %s without a test of its own is in the failure matrix',
  (vendor) => {
    const inMatrix = operationsOf(vendor)
    const driven = behaviors[vendor].ports.flatMap(({ rows }) =>
      Object.entries(rows).flatMap(([name, row]) => ('absent' in row || row.shownBy ? [] : [name])),
    )
    expect(driven.filter((name) => !inMatrix.has(name))).toEqual([])
  },
)
