import { expect, test } from 'vitest'
import type { MailboxToConnect } from '../../api/connecting.ts'
import { after, firstRound } from './round.ts'

const mailbox = (id: string): MailboxToConnect => ({
  id,
  address: `${id}@acme.com`,
  platform: 'google',
  tool: 'instantly',
  reason: null,
})
const end = (state: Parameters<typeof after>[2]['state'], reason: string | null = null) => ({ state, reason })

test.each(['skipped', 'refused'] as const)(
  'a mailbox that was %s does not come again in the round',
  (state) => {
    const round = after(firstRound, mailbox('ada'), end(state))
    expect(round).toMatchObject({ turn: 1, passed: ['ada'], last: { address: 'ada@acme.com', state } })
  },
)

test.each(['connected', 'gone'] as const)('a mailbox that is %s is not kept from coming again', (state) => {
  expect(after(firstRound, mailbox('ada'), end(state))).toMatchObject({
    turn: 1,
    passed: [],
    skipped: [],
    refused: [],
  })
})

test('those that were skipped or refused are listed with what has stopped them', () => {
  let round = after(firstRound, mailbox('ada'), end('refused', 'wrong tenant'))
  round = after(round, { ...mailbox('grace'), reason: 'asks for a second factor' }, end('skipped'))
  round = after(round, mailbox('alan'), end('skipped'))
  round = after(round, mailbox('joan'), end('refused'))
  expect(round.skipped).toEqual([
    { address: 'grace@acme.com', reason: 'asks for a second factor' },
    { address: 'alan@acme.com', reason: '' },
  ])
  expect(round.refused).toEqual([
    { address: 'ada@acme.com', reason: 'wrong tenant' },
    { address: 'joan@acme.com', reason: '' },
  ])
})
