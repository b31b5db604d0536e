import { readFile } from 'node:fs/promises'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { type Asker, createLine, operator } from './password-line.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

const known = (of: string): Asker => ({ rank: 'known', of })
const stranger = (of: string): Asker => ({ rank: 'stranger', of })

/** A line whose work ends when it is told to, in the order in which it began. */
function lineOf(size: Parameters<typeof createLine>[0]) {
  const inTurn = createLine(size)
  const begun: string[] = []
  const endings: (() => void)[] = []
  return {
    begun,
    come: (asker: Asker, name: string) =>
      inTurn(asker, () => {
        begun.push(name)
        return new Promise<void>((end) => endings.push(end))
      }),
    async endNext() {
      endings.shift()?.()
      await loopTurn()
    },
  }
}

test('so many are served at once, and those who wait in the order in which they came', async () => {
  const line = lineOf({ atOnce: 2, waiting: 10, waitingOfOne: 10 })
  for (const name of ['a', 'b', 'c', 'd']) void line.come(stranger(name), name)
  expect(line.begun).toEqual(['a', 'b'])
  await line.endNext()
  expect(line.begun).toEqual(['a', 'b', 'c'])
  await line.endNext()
  expect(line.begun).toEqual(['a', 'b', 'c', 'd'])
})

test('a known customer goes before strangers who have waited longer, and the operator before both', async () => {
  const line = lineOf({ atOnce: 1, waiting: 10, waitingOfOne: 10 })
  for (const name of ['first', 'second', 'third']) void line.come(stranger(name), name)
  void line.come(known('ada'), 'ada')
  void line.come(operator, 'operator')
  for (let i = 0; i < 4; i++) await line.endNext()
  expect(line.begun).toEqual(['first', 'operator', 'ada', 'second', 'third'])
})

test('strangers beyond the line are refused with a moment to wait, and take no place of those who are known', async () => {
  const line = lineOf({ atOnce: 1, waiting: 2, waitingOfOne: 2 })
  for (const name of ['a', 'b', 'c']) void line.come(stranger(name), name)
  await expect(line.come(stranger('d'), 'd')).rejects.toMatchObject({
    status: 503,
    message: 'Many people are signing in right now. Please try again in a moment.',
    more: { retryAfterMs: 3_000 },
  })
  void line.come(known('ada'), 'ada')
  await line.endNext()
  expect(line.begun).toEqual(['a', 'ada'])
})

test('one alone has only a part of the line, and their turn later', async () => {
  const line = lineOf({ atOnce: 1, waiting: 10, waitingOfOne: 2 })
  for (const name of ['a', 'b', 'c']) void line.come(stranger('one'), name)
  await expect(line.come(stranger('one'), 'd')).rejects.toMatchObject({ status: 503 })
  void line.come(stranger('other'), 'other')
  for (let i = 0; i < 3; i++) await line.endNext()
  expect(line.begun).toEqual(['a', 'b', 'c', 'other'])
  void line.come(stranger('one'), 'd')
  await line.endNext()
  expect(line.begun.at(-1)).toBe('d')
})

test('work that fails gives its place to the next', async () => {
  const inTurn = createLine({ atOnce: 1, waiting: 10, waitingOfOne: 10 })
  const failed = inTurn(known('ada'), () => Promise.reject(new Error('no memory')))
  const next = inTurn(known('ada'), async () => 'served')
  await expect(failed).rejects.toThrow('no memory')
  expect(await next).toBe('served')
})

test('files are read while many passwords wait to be compared', async () => {
  const hash = await hashPassword('Correct.Horse.1', operator)
  let compared = 0
  const tries = Array.from({ length: 40 }, async () => {
    await passwordMatches(hash, 'Wrong.Horse.9', operator)
    compared++
  })
  await readFile(import.meta.filename)
  // Behind all of them, it would be read when at most three were left.
  expect(compared).toBeLessThan(20)
  await Promise.all(tries)
})

test('a password is the same however its letters are composed, and one that was kept as it was typed still is', async () => {
  const [composed, apart] = ['Motörhead.1'.normalize('NFC'), 'Motörhead.1'.normalize('NFD')]
  const stored = await hashPassword(apart, operator)
  expect(await passwordMatches(stored, composed, operator)).toBe(true)
  expect(await passwordMatches(stored, apart, operator)).toBe(true)
  expect(await passwordMatches(stored, 'Motorhead.1', operator)).toBe(false)
  expect(await passwordMatches(await hash(apart), apart, operator)).toBe(true)
})
