import { expect, test } from 'vitest'
import { type Pace, paceText } from './pace.ts'

const smartlead: Pace = {
  allowedPerMinute: 60,
  callsPerMinute: 52,
  accountsPerCall: { settings: 1, warmup: 1, tags: 25, signature: 1 },
  accountsPerPage: 100,
}

test('how long an update takes is told before it starts, by what the vendor allows', () => {
  expect(paceText('Smartlead', smartlead, 'settings', 210)).toBe(
    'Smartlead allows 60 calls a minute: about 4 minutes to update the settings of 210 accounts.',
  )
  expect(paceText('Smartlead', smartlead, 'tags', 210)).toBe(
    'Smartlead allows 60 calls a minute: less than a minute to update the tags of 210 accounts.',
  )
  expect(paceText('Smartlead', smartlead, 'settings', 10_000)).toBe(
    'Smartlead allows 60 calls a minute: about 3 hours to update the settings of 10,000 accounts.',
  )
})

test('what the hour does not hold waits for the next one', () => {
  const hourly = { ...smartlead, allowedPerHour: 1_000 }
  const told = (accounts: number, callsEach: number) =>
    paceText('Smartlead', hourly, 'settings', accounts, callsEach)
  expect(told(210, 1)).toBe(
    'Smartlead allows 60 calls a minute and 1,000 an hour: about 4 minutes to update the settings of 210 accounts.',
  )
  expect(told(1_000, 1)).toMatch(/: about 60 minutes to update the settings of 1,000 accounts/)
  expect(told(1_000, 2)).toMatch(/: about 2 hours to/)
  expect(told(980, 1)).toMatch(/: about 19 minutes to/)
})

test('where the vendor publishes no limit, none is claimed', () => {
  const { allowedPerMinute: _, ...unpublished } = smartlead
  expect(paceText('Smartlead', unpublished, 'settings', 210)).toBe(
    'About 4 minutes to update the settings of 210 accounts, if Smartlead answers as usual.',
  )
})
