import { expect, test } from 'vitest'
import { credentialsText, userInboxes } from './order-details.ts'

test('says where credentials are, or why there are none', () => {
  expect(credentialsText('other', {})).toContain('A CSV of the username & passwords will be sent to you')
  expect(credentialsText('other', {}, false)).toBe('No tool credentials available for this product.')
  expect(credentialsText('bison', {})).toBe('No sending tool credentials available')
  expect(credentialsText('bison', { username: '' })).toBe('No sending tool credentials available')
  expect(credentialsText('bison', { username: 'jo' })).toBeUndefined()
})

test('inboxes of a person are counted over all domains', () => {
  expect(
    userInboxes([{ firstName: 'Al', lastName: 'Ray', azureInboxes: 25, googleInboxes: 3 }], {
      azure: 3,
      google: 3,
    }),
  ).toEqual([{ fullName: 'Al Ray', azure: 75, google: 9, total: 84 }])
})
