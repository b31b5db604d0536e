import { expect, test } from 'vitest'
import { putRegistered } from '../names/registered-names.ts'
import { createSandbox } from '../sandbox.ts'
import { checkSpf } from './spf.ts'

const { world } = createSandbox({ storePath: ':memory:', seeds: [] })
const name = 'acme-outreach.com'
const ofMicrosoft = '203.0.113.17'

function publish(...texts: string[]) {
  putRegistered(world, {
    name,
    registrar: 'elsewhere',
    nameServers: ['ns1.otherhost.example'],
    registeredAt: 0,
    expiresAt: 0,
    records: texts.map((content) => ({ name: '', type: 'TXT', content, ttl: 3600 })),
  })
  return checkSpf(world, name, ofMicrosoft)
}

test('an address passes that the record includes, and another one gets what the record says of all others', () => {
  expect(publish('v=spf1 include:spf.protection.outlook.com -all', 'other')).toBe('pass')
  expect(publish('v=spf1 include:_spf.google.com ~all')).toBe('softfail')
  expect(publish('v=spf1 ip4:198.51.100.0/24 -all')).toBe('fail')
  expect(publish('v=spf1 ip4:203.0.113.0/24 ?all')).toBe('pass')
  expect(publish('v=spf1 include:_spf.google.com')).toBe('neutral')
})

test('no record, two records, and one that cannot be read are told apart', () => {
  expect(publish('something else')).toBe('none')
  expect(publish('v=spf1 include:spf.protection.outlook.com -all', 'v=spf1 -all')).toBe('permerror')
  expect(publish('v=spf1 include:nobody-has-this-name.com -all')).toBe('permerror')
  expect(publish(`v=spf1 include:${name} -all`)).toBe('permerror')
  expect(publish('v=spf1 surprise -all')).toBe('permerror')
})
