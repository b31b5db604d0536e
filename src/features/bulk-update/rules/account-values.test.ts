import { describe, expect, test } from 'vitest'
import {
  effectOf,
  fieldChanges,
  hasAll,
  isAsWanted,
  presentText,
  signatureExcerpt,
  valueText,
} from './account-values.ts'

describe('what an update does to each field', () => {
  test('is told from value to value, with how many accounts it changes and of how many nothing is shown', () => {
    const wanted = { dailyLimit: 10, warmupOn: true }
    expect(
      fieldChanges([
        { current: { dailyLimit: 30, warmupOn: false }, wanted },
        { current: { dailyLimit: 30, warmupOn: true }, wanted },
        { current: { dailyLimit: 10, warmupOn: true }, wanted },
        { current: { warmupOn: true }, wanted },
      ]),
    ).toEqual([
      { field: 'warmupOn', from: 'on (3), off (1)', to: 'on', changing: 1, unknown: 0 },
      { field: 'dailyLimit', from: '30 (2), 10 (1), not shown (1)', to: '10', changing: 2, unknown: 1 },
    ])
  })

  test('names three values at most', () => {
    const accounts = [1, 2, 3, 4, 5].map((dailyLimit) => ({
      current: { dailyLimit },
      wanted: { dailyLimit: 9 },
    }))
    expect(fieldChanges(accounts)[0]?.from).toBe('1 (1), 2 (1), 3 (1) and 2 more')
  })
})

test('what accounts have now is told with the most frequent value first', () => {
  const accounts = [{ tags: ['a', 'b'] }, { tags: [] }, { tags: [] }].map((current) => ({ current }))
  expect(presentText('tags', accounts)).toBe('none (2), a, b (1)')
  expect(presentText('dailyLimit', accounts)).toBe('not shown')
})

test.each([
  [{ dailyLimit: 10 }, { dailyLimit: 10, warmupLimit: 3 }, true],
  [{ dailyLimit: 10, warmupLimit: 5 }, { dailyLimit: 10, warmupLimit: 3 }, false],
  [{ dailyLimit: 10, warmupTag: 'x' }, { dailyLimit: 10 }, true],
  [{ signature: '<p>Jane</p>' }, { dailyLimit: 10 }, undefined],
  [{ signature: '<p>Jane</p>\n<p>Doe</p>' }, { signature: '<p>Jane</p><p>Doe</p>' }, true],
  [{ tags: ['a'] }, { tags: ['b', 'a'] }, true],
  [{ tags: ['a', 'c'] }, { tags: ['b', 'a'] }, false],
])('of %j, %j is as wanted: %j', (wanted, now, is) => {
  expect(isAsWanted(wanted, now)).toBe(is)
})

test.each([
  [{ dailyLimit: 10, warmupOn: true }, { dailyLimit: 10, warmupOn: true }, true],
  [{ dailyLimit: 10 }, { dailyLimit: 11 }, false],
  // What is not shown may be another.
  [{ dailyLimit: 10, warmupTag: 'x' }, { dailyLimit: 10 }, false],
  [{ tags: ['a'] }, { tags: ['b', 'a'] }, true],
  [{ signature: '<p>Jane\n Doe</p>\n' }, { signature: '<p>Jane Doe</p>' }, true],
  [{ signature: 'Jane Doe' }, { signature: 'JaneDoe' }, false],
])('of %j, %j has all: %j', (wanted, now, has) => {
  expect(hasAll(wanted, now)).toBe(has)
})

test('an update says how many accounts it would change, has nothing to do with, and cannot tell of', () => {
  const wanted = { dailyLimit: 10, sendingGapMinutes: 5 }
  expect(
    effectOf([
      { current: { dailyLimit: 30 }, wanted },
      { current: { dailyLimit: 10, sendingGapMinutes: 5 }, wanted },
      { current: { dailyLimit: 10 }, wanted },
      { current: { signature: 'Jane' }, wanted: { signature: '<b>Jane</b>' } },
      { current: { signature: 'Joe' }, wanted: { signature: '<b>Jane</b>' } },
    ]),
  ).toEqual({ changing: 2, same: 1, unknown: 2 })
})

test('of signatures with the same first words it is not said that they change', () => {
  const change = { current: { signature: 'Jane' }, wanted: { signature: '<b>Jane</b>' } }
  expect(fieldChanges([change])).toMatchObject([{ changing: 0, unknown: 0, alike: 1 }])
})

test('a signature is told by its words, and not by all of them', () => {
  expect(signatureExcerpt('<p>Jane&nbsp;Doe</p>\n<b>Acme</b>')).toBe('Jane Doe Acme')
  expect(signatureExcerpt('a < b && c > d, Tom & Jerry <tom@x.com>, Doe <acme>')).toBe(
    'a < b && c > d, Tom & Jerry <tom@x.com>, Doe <acme>',
  )
  expect(signatureExcerpt('Tom &amp; Jerry &lt;tom@x.com&gt;<br />+1')).toBe('Tom & Jerry <tom@x.com> +1')
  expect(signatureExcerpt('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
  expect(valueText('signature', '')).toBe('none')
  expect(valueText('signature', '<img src="https://example.com/a.png">')).toBe('no words')
  expect(valueText('warmupIncrement', 0)).toBe('off')
})
