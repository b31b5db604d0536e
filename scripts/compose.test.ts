import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  volumes?: string[]
  healthcheck?: { test: unknown[] }
  environment?: Record<string, string>
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
  expect(given).toHaveLength(2)
  for (const volume of given)
    expect(existsSync(new URL(`../${volume.split(':')[0]}`, import.meta.url))).toBe(true)
})

test('the product is no superuser of its database, and never has the password of one', () => {
  for (const service of [services.web, services.worker]) {
    const { DATABASE_URL: address = '', POSTGRES_PASSWORD: superusers } = service?.environment ?? {}
    expect(new URL(address.replace(/\$\{[^}]*\}/, 'secret')).username).toBe('inboxyard')
    expect(address).not.toContain('POSTGRES_PASSWORD')
    // The file of variables has it; what is set here comes before.
    expect(superusers).toBe('')
  }
  expect(services.database?.environment?.POSTGRES_USER ?? 'postgres').toBe('postgres')
  expect(read('database-role.sh')).toContain('create role inboxyard login nosuperuser')
})

test('the image runs as a user of its own, with what is needed to run and nothing else', () => {
  const [last = ''] = read('Dockerfile')
    .split(/^FROM /m)
    .slice(-1)
  expect(last.match(/^USER (.*)$/m)?.[1]).toBe('inboxyard')
  expect(last).not.toMatch(/^COPY .*(\/app |\. )\.\/?$/m)
  expect(read('Dockerfile')).toMatch(
    /AS packages[\s\S]*npm ci --omit=dev[\s\S]*COPY --from=packages \/app\/node_modules/,
  )
})
