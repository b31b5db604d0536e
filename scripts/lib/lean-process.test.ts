import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leanEnvironment, leanFlags } from './lean-process.mjs'

test('a container is kept as lean as a process that is started by hand', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  for (const flag of leanFlags) expect(dockerfile).toContain(flag)
  for (const [name, value] of Object.entries(leanEnvironment))
    expect(dockerfile).toContain(`${name}=${value}`)
})
