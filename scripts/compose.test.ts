import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  volumes?: string[]
  healthcheck?: { test: unknown[] }
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const compose = read('compose.yaml')
const { services } = parse(compose, { merge: true }) as { services: Record<string, Service> }

test('health is asked for by plain words: an unquoted colon would make a mapping of them, and the file invalid', () => {
  const checked = Object.values(services).flatMap(({ healthcheck }) => healthcheck?.test ?? [])
  expect(checked.length).toBeGreaterThan(0)
  for (const word of checked) expect(word).toBeTypeOf('string')
})

test('every variable that compose.yaml needs is in the example of its environment', () => {
  const needed = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect(needed).toContain('POSTGRES_PASSWORD')
  for (const name of needed) expect(read('.env.example')).toContain(`\n${name}=`)
})

test('every file of ours that a container is given exists', () => {
  const given = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('./'))
  expect(given).toHaveLength(1)
  for (const volume of given)
    expect(existsSync(new URL(`../${volume.split(':')[0]}`, import.meta.url))).toBe(true)
})
