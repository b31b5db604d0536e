import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import { bodyMaxBytes } from './binding.ts'
import { bodyMaxValues, createValueCounter } from './bounded-values.ts'

const counted = (...pieces: string[]) => {
  const count = createValueCounter()
  return pieces.map((piece) => count(Buffer.from(piece))).at(-1)
}

test('lists, objects and entries are counted, and what stands in texts is not', () => {
  expect(counted('[1,{"a":2,"b":[]}]')).toBe(5)
  expect(counted('"[,{"')).toBe(0)
  expect(counted(JSON.stringify({ a: '",[{' }))).toBe(1)
  expect(counted('["\\\\",1]')).toBe(2)
  expect(counted('{"ü,":"日,本"}')).toBe(1)
})

test('a text that comes in pieces is counted like one that comes at once', () => {
  const text = JSON.stringify([['a\\",', { b: '[' }], 'c,'])
  expect(counted(...text)).toBe(counted(text))
})

const { customer } = await createTestApp()
const person = await customer()
const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  person.raw({
    method: 'POST',
    url: '/api/domains/search-domain',
    headers: {
      origin: 'http://localhost:3000',
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  })

test('a body of more values than any call has use for is refused before it is parsed', async () => {
  const tooMany = `[${'1,'.repeat(bodyMaxValues)}`
  expect(await send(tooMany)).toMatchObject({
    status: 413,
    body: { code: 'invalid', message: 'The request holds too many values.' },
  })
  // Also where its length is not said beforehand.
  expect(await send(tooMany, { 'transfer-encoding': 'chunked' })).toMatchObject({ status: 413 })
  // Read to its end, and then found to be wrong.
  expect(await send(tooMany.slice(0, bodyMaxValues))).toMatchObject({ status: 400 })
  expect(await send(JSON.stringify({ a: ','.repeat(2 * bodyMaxValues) }))).toMatchObject({ status: 400 })
})

test('a body that is refused for another reason before its values are counted harms nobody', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  try {
    const tooMany = `[${'1,'.repeat(bodyMaxValues)}`
    expect(await send(tooMany, { 'content-type': 'text/strange' })).toMatchObject({ status: 415 })
    expect(await send(`[${','.repeat(bodyMaxBytes.customer)}`)).toMatchObject({ status: 413 })
    await person.raw({ method: 'GET', url: '/api/health' })
  } finally {
    process.off('uncaughtExceptionMonitor', note)
  }
  expect(uncaught).toEqual([])
})

test('what is compressed is not unpacked: a few bytes would become megabytes', async () => {
  for (const [encoding, packed] of [
    ['gzip', gzipSync(`[${'[],'.repeat(100_000)}[]]`)],
    ['br', brotliCompressSync(`[${'[],'.repeat(100_000)}[]]`)],
  ] as const)
    expect(await send(packed, { 'content-encoding': encoding })).toMatchObject({ status: 415 })
  expect(await send('{}', { 'content-encoding': 'identity' })).toMatchObject({ status: 400 })
})
