import { expect, test } from 'vitest'
import { platforms } from '#features/plans/rules/catalog.ts'
import { domainTypeOf, domainTypes, parseDomainType, platformOf, platformsOfDomains } from './domain-type.ts'

test('the API spelling and the platform lead to each other', () => {
  for (const platform of platforms) expect(platformOf[domainTypeOf[platform]]).toBe(platform)
  for (const type of domainTypes) expect(parseDomainType(type)).toBe(type)
})

test.each([
  [' azure ', 'Azure'],
  ['ENTRA', 'Azure'],
  ['gmail', 'Google'],
  ['bing', undefined],
  ['', undefined],
])('%j is read as %s', (text, type) => expect(parseDomainType(text)).toBe(type))

test('platforms come once each, in their usual order', () => {
  const on = (...types: ('Azure' | 'Google')[]) =>
    platformsOfDomains(types.map((domainType) => ({ domainType })))
  expect(on('Google', 'Azure', 'Google')).toEqual(['azure', 'google'])
  expect(on('Google')).toEqual(['google'])
  expect(on()).toEqual([])
})
