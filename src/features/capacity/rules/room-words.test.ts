import { expect, test } from 'vitest'
import { waitsForRoom } from './room-words.ts'

const wanting = (azure: number, google: number, areSomeKept = false) => ({
  needed: { azure, google },
  areSomeKept,
})

test('nothing is said where there is room for all of it, whatever another platform lacks', () => {
  expect(waitsForRoom(wanting(0, 5), { azure: 0, google: 5 })).toBeUndefined()
  expect(waitsForRoom(wanting(20, 0), { azure: 20, google: 0 })).toBeUndefined()
  // What is kept needs none.
  expect(waitsForRoom(wanting(0, 0, true), { azure: 0, google: 0 })).toBeUndefined()
})

test('without any room all the new mailboxes of the platform are said to wait', () => {
  const waits = waitsForRoom(wanting(2, 5), { azure: 0, google: 5 })
  expect(waits?.title).toBe('New Entra mailboxes have to wait at the moment')
  expect(waits?.text).toBe(
    'There is no room for more of them today. If you pay now, they are made as soon as our team has made room, and the first 30 days count from your payment all the same. To know when that will be, ask before you pay:',
  )
  expect(waitsForRoom(wanting(3, 3), { azure: 0, google: 0 })?.title).toBe(
    'New Entra and Google mailboxes have to wait at the moment',
  )
})

test('with room for a part of it some of the new mailboxes are said to wait', () => {
  const waits = waitsForRoom(wanting(20, 0), { azure: 1, google: 0 })
  expect(waits?.title).toBe('Some of the new Entra mailboxes have to wait at the moment')
  expect(waits?.text).toMatch(
    /^There is room for some of them today, not for all\. If you pay now, the others are /,
  )
  expect(waitsForRoom(wanting(3, 3), { azure: 0, google: 2 })?.title).toBe(
    'Some of the new Entra and Google mailboxes have to wait at the moment',
  )
})

test('mailboxes that are kept beside new ones are said not to wait', () => {
  const kept = 'Mailboxes that are kept from before do not wait.'
  expect(waitsForRoom(wanting(2, 0, true), { azure: 0, google: 9 })?.text).toContain(kept)
  expect(waitsForRoom(wanting(2, 0), { azure: 0, google: 9 })?.text).not.toContain(kept)
})
