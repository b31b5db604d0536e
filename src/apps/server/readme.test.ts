import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variableNames } from '#base/config/environment.ts'

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const configuration = readme.slice(readme.indexOf('## Configuration'))
const named = [
  ...new Set([...configuration.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name as string)),
].toSorted()

test('the README names every variable that is read, and no other', () => {
  expect(named).toEqual(variableNames.toSorted())
})

test('the README names every command of package.json that a person types', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of Object.keys(scripts)) {
    if (name === 'build' || name === 'db:generate') continue
    expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`))
  }
})
