import { expect, test } from 'vitest'
import { planFeatures } from './plan-features.ts'

test('cards say what an order contains', () => {
  expect(planFeatures('azure')).toEqual([
    '2 Entra domains',
    '50 inboxes per domain',
    '5k emails/mo',
    '2 emails per day per inbox',
  ])
  expect(planFeatures('google')).toEqual([
    '5 Google domains',
    '3 inboxes per domain',
    '5k+ emails/mo',
    '15-20 emails per day per inbox',
  ])
  expect(planFeatures('premium')).toEqual([
    '3 Entra domains + 3 Google domains',
    'Inboxes per domain: 50 on Entra + 3 on Google',
    '10k emails/mo',
    'Emails per day per inbox: 2 on Entra + 20 on Google',
  ])
})
